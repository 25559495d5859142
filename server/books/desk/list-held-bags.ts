import type { HeldBags } from '#contract/orders/payment-desk.ts'
import type { Db } from '#server/shop-database.ts'
import { listHolders } from './queries.ts'

/** Lists the customers whose open payments reserve the most bags, and since when. */
export async function listHeldBags(db: Db): Promise<HeldBags[]> {
  return (await listHolders(db)).map(({ email, bags, payments, since }) => ({
    ...(email !== null && { email }),
    bags: Number(bags),
    payments: Number(payments),
    since: Number(since),
  }))
}
