import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { mailsTo } from '#test/mails/queued-mails.ts'
import { buyGift } from '#test/selling/gifts.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { redeemGift } from './open-gift.ts'

describe.each(anyStore)('using the code of a gift on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, PAYMENT_GATEWAY: 'later' } })
  beforeAll(async () => {
    await saveTestSelling(shop.database, { ...portugueseShop, ways: ['transfer'] })
    await saveOpening(shop.database, forEveryone)
  })

  test.each([true, false])(
    'queues a mail if "the shop sends mails" is %s, and not otherwise',
    async (sendsMail) => {
      const startOn = Temporal.Now.plainDateISO().add({ weeks: 2 }).toString()
      const { code } = await buyGift(shop, { email: 'gil@people.example', startOn })
      const email = `rui.${sendsMail}@people.example`
      const { database, selling } = shop
      const body = { code, email, address: lisbonAddress }
      expect(await redeemGift({ database, selling, sendsMail }, null, body)).toHaveProperty('firstOn')
      expect(await mailsTo(database, email)).toHaveLength(sendsMail ? 1 : 0)
    },
  )
})
