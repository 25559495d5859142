import { pages } from '#contract/pages.ts'
import type { OpenRenewal } from '#contract/orders/subscriptions.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { orderStateNames } from '#contract/values/states.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Price } from '#client/ui/price.tsx'
import { words } from './texts.ts'

type OpenRenewalsProps = { renewals: OpenRenewal[]; isByLink: boolean }

/** The orders that the subscriptions have placed and that were not sent yet. A mailed link does not open them. */
export function OpenRenewals({ renewals, isByLink }: OpenRenewalsProps) {
  if (renewals.length === 0) return null
  return (
    <section>
      <h2 className="text-xl">{words.renewals}</h2>
      <ul className="open-renewals">
        {renewals.map(({ _id, number, state, roastOn, total }) => (
          <li key={_id} className="spread">
            <span>{words.renewal(number, weekdayText(roastOn))}</span>
            <span className="cluster">
              <Price price={total} />
              <span>{orderStateNames[state]}</span>
              {!isByLink && (
                <PageLink
                  to={pages.ownReceipt(_id)}
                  className="link icon-text"
                  aria-label={words.receiptOf(number)}
                >
                  {words.toReceipt}
                </PageLink>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
