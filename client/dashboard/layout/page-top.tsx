import { useQuery } from '@tanstack/react-query'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import type { ShopStart } from '#contract/shop/calls.ts'
import { momentText } from '#contract/values/dates/date-texts.ts'
import { ChangeButton } from '../changes/change-button.tsx'
import { FindBox } from '../search/find-box.tsx'
import { WaitsForPacker } from '../summary/what-waits.tsx'
import { words } from '../texts.ts'

export function PageTop() {
  return (
    <>
      <FindBox />
      <StartNote />
      <WaitsForPacker />
    </>
  )
}

/**
 * Says that the shop sleeps because it may be a copy. Otherwise a link to the page that sets up the shop, while the shop
 * is not open or a step of setting it up is not done. After that, one to the settings if the shop lacks a notice that it
 * has to show.
 */
function StartNote() {
  const { demo, shop } = usePageState().settings
  const { pathname } = useLocation()
  const isAdmin = useMayOpen()(pages.start)
  const { data } = useQuery({ ...callQuery('GET /shop/start'), enabled: isAdmin })
  if (isAdmin && data?.sleep) return <SleepNote sleep={data.sleep} />
  const isWanted = isAdmin && !demo && pathname !== pages.start
  const note = isWanted && data ? noteOf(data, shop.isOpen) : null
  if (note === null) return null
  return (
    <p className="panel start-note not-printed">
      {note.text}{' '}
      <PageLink to={note.to} className="link">
        {note.link}
      </PageLink>
    </p>
  )
}

function noteOf({ isDone, lacksNotice }: ShopStart, isOpen: boolean) {
  const left = Object.values(isDone).filter((isStepDone) => !isStepDone).length
  if (!isOpen) return { text: words.notOpen, to: pages.start, link: words.goOn }
  if (left > 0) return { text: words.stepsLeft(left), to: pages.start, link: words.goOn }
  return lacksNotice ? { text: words.lacksNotice, to: pages.settingsLegal, link: words.toNotice } : null
}

function SleepNote({ sleep: { since, reason } }: { sleep: NonNullable<ShopStart['sleep']> }) {
  return (
    <div className="panel spread start-note sleep-note not-printed" role="status">
      <p>
        <strong>{words.asleep}</strong> {words.asleepBecause[reason](momentText(since))} {words.asleepMore}
      </p>
      <ChangeButton
        tone="primary"
        of="GET /shop/start"
        send={() => api('POST /shop/wake', {})}
        done={words.woken}
        busyText={words.waking}
        question={{ title: words.wakeTitle, more: words.wakeMore, cancel: words.cancel }}
      >
        {words.wake}
      </ChangeButton>
    </div>
  )
}
