import { Suspense } from 'react'
import { isPurchasePending } from '#client/catalogue/buy/pending-purchase.ts'
import { useSession } from '#client/identity/session.tsx'
import { lazyPage } from './lazy-page.tsx'

/**
 * The script that finishes a purchase is loaded only if there is one. If it cannot be loaded, the next page tries
 * again.
 */
const { Page: FinishPurchase } = lazyPage(() =>
  import('#client/catalogue/buy/finish-purchase.tsx').then(
    (code) => code.FinishPurchase,
    () => () => null,
  ),
)

/** Once a visitor has signed in, puts what they wanted to buy before into the cart. It shows nothing itself. */
export function PurchaseAfterLogin() {
  const { user } = useSession()
  if (!user || !isPurchasePending()) return null
  return (
    <Suspense>
      <FinishPurchase />
    </Suspense>
  )
}
