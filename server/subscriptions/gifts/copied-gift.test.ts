import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkPlace, wake } from '#server/shop/sleep.ts'
import { buyGift } from '#test/selling/gifts.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('a copied shop with a gift on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, PAYMENT_GATEWAY: 'later' } })
  const at = (name: string) => ({ address: `https://${name}.example`, folder: null })
  beforeAll(async () => {
    await saveTestSelling(shop.database, { ...portugueseShop, ways: ['transfer'] })
    await saveOpening(shop.database, forEveryone)
  })

  test('sleeps while the code is not used, because the code must not work in two shops', async () => {
    expect(await checkPlace(shop.database, at('real'))).toBeNull()
    await buyGift(shop, { email: 'gil@people.example', startOn: startOn() })
    expect(await checkPlace(shop.database, at('copy'))).toMatchObject({ reason: 'moved' })
    await shop.database.write(({ tx }) => wake(tx, at('copy')))
    expect(await checkPlace(shop.database, at('copy'))).toBeNull()
  })
})

/** Returns a day on which the gift can begin. */
function startOn(): string {
  return Temporal.Now.plainDateISO().add({ weeks: 2 }).toString()
}
