import { useEffect, useRef } from 'react'
import type { ParcelOutcome } from '#contract/orders/parcels.ts'
import { pages } from '#contract/pages.ts'
import { Button } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { words } from './texts.ts'

type OutcomesProps = {
  outcomes: ParcelOutcome[]
  /** What is missing if the numbers were typed: each then belongs to an order, and not to a row of a file. */
  file?: { isDryRun: boolean; onSend: () => void }
}

/** What happened with each row, or would happen. The text gets the focus of the button that has sent the orders. */
export function Outcomes({ outcomes, file }: OutcomesProps) {
  const isDryRun = file?.isDryRun ?? false
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!isDryRun) status.current?.focus()
  }, [outcomes, isDryRun])
  const sends = outcomes.filter(({ outcome }) => outcome === 'sends').length
  const refused = outcomes.length - sends
  return (
    <>
      <p ref={status} role="status" tabIndex={-1}>
        {isDryRun ? words.wouldSend(sends) : words.wereSent(sends)}{' '}
        {refused > 0 && (file ? words.refused(refused) : words.refusedOrders(refused))}
      </p>
      {file && isDryRun && sends > 0 && (
        <p>
          <Button noDoubleClick onClick={file.onSend}>
            {words.send(sends)}
          </Button>
        </p>
      )}
      <ol className="grid gap-3">
        {outcomes.map(({ outcome, order, tracking, reason }, at) => (
          // The rows of a file have no names, and keep their places.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="grid gap-1 justify-items-start wrap-anywhere">
            <span>
              {file && `${words.row} ${at + 1}${order ? ': ' : ''}`}
              {order && (
                <>
                  <PageLink to={pages.fullOrder(order._id)} className="link">
                    {words.order} {order.number}
                  </PageLink>
                  , {order.customer}
                </>
              )}
            </span>
            <span className={outcome === 'sends' ? 'text-success' : undefined}>{tracking ?? reason}</span>
            {file && twinOf(outcomes, at) >= 0 && (
              <span className="field-error">{words.sameAsRow(twinOf(outcomes, at) + 1)}</span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Returns the place of an earlier row with the same tracking number, or -1. Two orders can be in one parcel. */
function twinOf(outcomes: ParcelOutcome[], at: number): number {
  const { tracking } = outcomes[at] ?? {}
  return outcomes.slice(0, at).findIndex((other) => tracking !== undefined && other.tracking === tracking)
}
