import { Suspense } from 'react'
import { isPurchasePending } from '#client/catalogue/buy/pending-purchases.ts'
import { useSession } from '#client/identity/session.tsx'
import { lazyPage } from './lazy-page.tsx'

/**
 * The script that finishes purchases is loaded only if there is one to finish. If it cannot be loaded, the next page tries
 * again.
 */
const { Page: FinishPurchases } = lazyPage(() =>
  import('#client/catalogue/buy/finish-purchases.tsx').then(
    (code) => code.FinishPurchases,
    () => () => null,
  ),
)

/** Once a visitor has signed in, puts what they wanted to buy before into the cart. It shows nothing itself. */
export function PurchaseAfterLogin() {
  const { user } = useSession()
  if (!user || !isPurchasePending()) return null
  return (
    <Suspense>
      <FinishPurchases />
    </Suspense>
  )
}
