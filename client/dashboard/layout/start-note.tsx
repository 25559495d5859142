import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { callQuery } from '#client/lib/query.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { words } from '../texts.ts'

/** A link to the page that sets up the shop, while the shop is not open or a step of setting it up is not done. */
export function StartNote() {
  const { demo, shop } = usePageState().settings
  const { pathname } = useLocation()
  const isWanted = !demo && pathname !== pages.start
  const { data } = useQuery({ ...callQuery('GET /shop/start'), enabled: isWanted })
  if (!isWanted || !data) return null
  const left = Object.values(data.isDone).filter((isDone) => !isDone).length
  if (shop.isOpen && left === 0) return null
  return (
    <p className="panel start-note">
      {shop.isOpen ? words.stepsLeft(left) : words.notOpen}{' '}
      <PageLink to={pages.start} className="link">
        {words.goOn}
      </PageLink>
    </p>
  )
}
