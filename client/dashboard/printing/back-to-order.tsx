import { pages } from '#contract/pages.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { words } from './texts.ts'

export function BackToOrder({ id }: { id: string }) {
  return (
    <PageLink to={pages.fullOrder(id)} className="link icon-text">
      {words.backToOrder}
    </PageLink>
  )
}
