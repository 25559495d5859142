import { shopOrigin } from '../calls.ts'
import { openTestShop } from '../shop.ts'
import type { TestShop } from '../shop.ts'
import type { Store } from '../stores.ts'
import { issuerSettings, startIssuer } from './issuer.ts'
import type { TestIssuer } from './issuer.ts'

type ShopWithIssuer = {
  issuer: TestIssuer
  shop: TestShop
  store: Store
  /** Closes the shop and the issuer, and removes the data of the shop. */
  close: () => Promise<void>
}

/** Starts an issuer, and opens a shop on a new database that signs people in with this issuer. */
export async function openShopWithIssuer(fresh: () => Promise<Store>): Promise<ShopWithIssuer> {
  const issuer = await startIssuer({ origin: shopOrigin })
  const store = await fresh()
  const shop = await openTestShop(store, { env: issuerSettings(issuer.url) })
  return {
    issuer,
    shop,
    store,
    close: async () => {
      await shop.close()
      await store.dispose()
      await issuer.close()
    },
  }
}
