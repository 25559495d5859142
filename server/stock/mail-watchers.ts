import { pages } from '#contract/pages.ts'
import { namedAddress } from '#contract/values/product-pages.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { Db } from '#server/shop-database.ts'
import { listProducts, listUsers, takeWatchers } from './queries.ts'
import type { Changed } from './queries.ts'

/** The maximum number of mails that one statement inserts. */
const AT_ONCE = 500

/**
 * Queues a mail for each watcher of the changed products that can be bought now, and deletes these watchers. Does
 * nothing for products that are still sold out. Must be called in the transaction that changes the stock.
 */
export async function mailWatchers(tx: Db, changed: Changed): Promise<void> {
  const watchers = await takeWatchers(tx, changed)
  if (watchers.length === 0) return
  const productIds = [...new Set(watchers.map(({ product_id }) => product_id))]
  const products = new Map((await listProducts(tx, productIds)).map((product) => [product.id, product]))
  for (let at = 0; at < watchers.length; at += AT_ONCE) {
    const some = watchers.slice(at, at + AT_ONCE)
    const userIds = [...new Set(some.map(({ user_id }) => user_id))]
    const users = new Map((await listUsers(tx, userIds)).map((user) => [user.id, user]))
    const mails = some.flatMap(({ product_id, user_id }) => {
      const [product, user] = [products.get(product_id), users.get(user_id)]
      return product && user ? [mailOf(product, user)] : []
    })
    if (mails.length > 0) await queueMails(tx, mails)
  }
}

type Product = { id: string; name: string; brand_id: string | null; brand: string | null }

function mailOf(
  { id, name: product, brand_id, brand }: Product,
  { email, name }: { email: string; name: string },
) {
  const page =
    brand_id === null
      ? namedAddress(pages.bagDetails(id), product)
      : namedAddress(pages.coffeeDetails(brand_id), brand ?? '')
  return {
    recipient: email,
    replyTo: null,
    subject: `${product} is back`,
    data: { template: 'back-in-stock' as const, name, product, page },
  }
}
