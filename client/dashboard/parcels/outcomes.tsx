import type { ParcelOutcome } from '#contract/orders/parcels.ts'
import { pages } from '#contract/pages.ts'
import { Button } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { words } from './texts.ts'

type OutcomesProps = { outcomes: ParcelOutcome[]; isDryRun: boolean; onSend?: () => void }

/** What happened with each row, or would happen. */
export function Outcomes({ outcomes, isDryRun, onSend }: OutcomesProps) {
  const sends = outcomes.filter(({ outcome }) => outcome === 'sends').length
  const refused = outcomes.length - sends
  return (
    <>
      <p role="status">
        {isDryRun ? words.wouldSend(sends) : words.wereSent(sends)} {refused > 0 && words.refused(refused)}
      </p>
      {onSend && isDryRun && sends > 0 && (
        <p>
          <Button onClick={onSend}>{words.send(sends)}</Button>
        </p>
      )}
      <ol className="parcel-rows">
        {outcomes.map(({ outcome, order, tracking, reason }, at) => (
          // The rows of a file have no names, and keep their places.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <span>
              {words.row} {at + 1}
              {order && (
                <>
                  {': '}
                  <PageLink to={pages.fullOrder(order._id)} className="link">
                    {words.order} {order.number}
                  </PageLink>
                  , {order.customer}
                </>
              )}
            </span>
            <span className={outcome === 'sends' ? 'text-success' : undefined}>{tracking ?? reason}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
