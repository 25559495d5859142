import { useQuery } from '@tanstack/react-query'
import type { Waiting } from '#contract/dashboard.ts'
import { pages } from '#contract/pages.ts'
import { MAX_COUNTED } from '#contract/values/limits.ts'
import { withCommas } from '#contract/values/money.ts'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { words } from './texts.ts'
import './summary.css'

/** The page that shows each kind of what waits, in the order of a working day. */
const PLACES: Record<keyof Waiting, string> = {
  toPack: pages.pickList,
  messages: pages.messages,
  withdrawn: `${pages.fullOrders}?state=withdrawn`,
  toPay: `${pages.fullOrders}?state=waiting`,
  faults: pages.paymentDesk,
  missed: pages.subscriptionDesk,
  lowStock: pages.shopPrices,
  reviews: pages.reviews,
}

/** What waits for a packer, above the orders to pack: the dashboard of a packer opens there. */
export function WaitsForPacker() {
  const mayOpen = useMayOpen()
  const isStart = useLocation().pathname === pages.pickList && !mayOpen(pages.dashboard)
  return (
    isStart && (
      <div className="not-printed">
        <WhatWaits />
      </div>
    )
  )
}

/** A line of links to what waits for an admin or a packer. It is empty while it is loading, and keeps its height. */
export function WhatWaits() {
  const { data }: { data?: Partial<Waiting> | undefined } = useQuery(callQuery('GET /waiting'))
  const kinds = (Object.keys(PLACES) as (keyof Waiting)[]).filter((kind) => (data?.[kind] ?? 0) > 0)
  return (
    <nav className="what-waits" aria-label={words.waitsTitle} aria-busy={!data}>
      {data && kinds.length === 0 && <p>{words.nothingWaits}</p>}
      {data && kinds.length > 0 && (
        <ul>
          {kinds.map((kind) => (
            <li key={kind}>
              <PageLink to={PLACES[kind]} className="link">
                {words.waits[kind](countText(data[kind] ?? 0), data[kind] === 1)}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

/** Returns a number for a text. The server does not count further than `MAX_COUNTED`. */
function countText(count: number): string {
  return count < MAX_COUNTED ? withCommas(count) : `${withCommas(MAX_COUNTED)}+`
}
