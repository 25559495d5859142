import { pages } from '#contract/pages.ts'
import { AS_GUEST } from '#contract/values/as-guest.ts'
import { trackingText } from '#contract/values/orders/carriers.ts'
import { useSession } from '#client/identity/session.tsx'
import { useParams } from '#client/lib/router.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { useShopperEvents } from '#client/lib/use-shopper-events.ts'
import { PrintedPage } from '#client/orders/printed-page.tsx'
import { ReceiptSheet } from '#client/orders/receipt-sheet.tsx'
import { words as receiptWords } from '#client/orders/texts.ts'
import { HowToPay } from '#client/ui/receipt/how-to-pay.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { OrderActions } from './order-actions.tsx'
import { words } from './texts.ts'
import { useReceipt } from './use-receipt.ts'
import './account.css'

/** The page `/account/order/{id}`: the receipt of one of the customer's orders, to be printed. */
export function OwnReceiptPage() {
  const { id = '' } = useParams()
  const { user } = useSession()
  const { hasSubscriptions } = usePageState().settings
  useShopperEvents(user !== null)
  const { receipt, authorization } = useReceipt(id)
  return (
    <div className="page">
      <PrintedPage
        title={receiptWords.receipt}
        heading={({ number }) => receiptWords.receiptFor(number)}
        query={receipt}
        back={<Back />}
      >
        {({ payLaterNote, transfer, canWithdraw, ...data }) => (
          <>
            <div className="pay-later not-printed">
              <HowToPay transfer={transfer} note={payLaterNote} />
            </div>
            {data.trackingUrl !== undefined && (
              <p className="not-printed mb-4">
                <a href={data.trackingUrl} className="link icon-text" rel="noreferrer">
                  {words.track}
                </a>{' '}
                <span className="small">{trackingText(data)}</span>
              </p>
            )}
            <ReceiptSheet receipt={data} />
            <div className="not-printed mt-6 empty:hidden">
              <OrderActions order={{ ...data, canWithdraw }} authorization={authorization} />
            </div>
            {hasSubscriptions && (
              <p className="not-printed mt-6">
                <PageLink to={pages.subscriptions} state={user ? null : AS_GUEST} className="link icon-text">
                  {words.toSubscriptions}
                </PageLink>
              </p>
            )}
          </>
        )}
      </PrintedPage>
    </div>
  )
}

/** A person without an account sees only the order of this page, and goes back to the shop. */
function Back() {
  const { user } = useSession()
  return (
    <PageLink to={user ? pages.account : pages.home} className="link icon-text">
      {user ? words.backToOrders : words.backToShop}
    </PageLink>
  )
}
