import { orNull } from '#server/payments/gateway.ts'
import { timeoutsFor } from '#server/payments/payments.ts'
import type { Payments } from '#server/payments/payments.ts'
import { findAccount } from '#server/payments/renewals/find-account.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { ASLEEP_WARNING, checkPlace, findSleep } from '#server/shop/sleep.ts'
import type { Place } from '#server/shop/sleep.ts'

/**
 * Returns a function that puts the shop to sleep if its keys belong to another account at the gateway than before. It returns false
 * if the gateway cannot be asked. Then nothing may be charged, and the next call asks again. The account is read once, because the
 * keys do not change while the shop runs.
 */
export function accountCheck(payments: Payments, place: Place): () => Promise<boolean> {
  const { database, log } = payments
  const check = loadOnce(async () => {
    const account = await findAccount(payments)
    if (account === undefined || (await findSleep(database.read))) return
    if (await checkPlace(database, { ...place, account })) log?.warn(ASLEEP_WARNING)
  })
  const timeouts = timeoutsFor(payments, 'account', 'The account at the gateway cannot be read')
  return async () => (await orNull(timeouts, () => check().then(() => true))) ?? false
}
