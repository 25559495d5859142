import '#test/cheap-passwords.ts'
import { expect, describe, test } from 'vitest'
import { DEFAULT_PROFILE } from '#contract/shop/profile.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('the steps of setting up a shop on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { PAYMENT_GATEWAY: 'later' } })

  test('are done as soon as the settings and the catalogue have what they ask for', async () => {
    const ada = await shop.admin('Ada')
    const start = async () => (await ada.call('GET /shop/start', {})).answer
    const archive = (archived_at: number | null) =>
      shop.database.write(({ tx }) => tx.updateTable('products').set({ archived_at }).execute())
    await archive(1)
    const nothing = { name: false, delivery: false, payment: false, products: false }
    expect(await start()).toEqual({ gateway: 'transfer', isDone: nothing, lacksNotice: false, sleep: null })
    await archive(null)
    expect((await start()).isDone).toEqual({ ...nothing, products: true })
    await saveTestSelling(shop.database, { ...portugueseShop, payLaterNote: ' ' })
    expect((await start()).isDone).toEqual({ ...nothing, products: true, delivery: true })
    await saveTestSelling(shop.database, portugueseShop)
    const profile = { ...DEFAULT_PROFILE, name: 'Hill Roasters' }
    const { version } = (await ada.call('PUT /shop/profile/draft', { body: { profile, version: 0 } })).answer
    expect((await start()).isDone.name).toBe(false)
    await ada.call('POST /shop/profile/publish', { body: { version } })
    expect((await start()).isDone).toEqual({ name: true, delivery: true, payment: true, products: true })
  })

  test('tell a shop that sells to consumers in the EU that it lacks the notice of the legal guarantee', async () => {
    const bea = await shop.admin('Bea')
    const lacksNotice = async () => (await bea.call('GET /shop/start', {})).answer.lacksNotice
    await saveTestSelling(shop.database, { ...portugueseShop, hasWithdrawal: true })
    expect(await lacksNotice()).toBe(true)
    const notice = { picture: await knownPicture(shop), pictureText: 'Two years' }
    const { version: seen } = (await bea.call('GET /shop/profile', {})).answer
    const body = { profile: { ...DEFAULT_PROFILE, notice }, version: seen }
    const { version } = (await bea.call('PUT /shop/profile/draft', { body })).answer
    expect(await lacksNotice()).toBe(true)
    await bea.call('POST /shop/profile/publish', { body: { version } })
    expect(await lacksNotice()).toBe(false)
  })
})
