import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageState } from '#contract/pages.ts'
import { DEFAULT_OPENING, DEMO_OPENING } from '#contract/shop/profile.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the opening of the shop on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(() =>
    shop.database.write(async ({ tx, publish }) => {
      await tx.deleteFrom('shop_settings').execute()
      await tx.deleteFrom('audit').execute()
      publish({ type: 'settings-changed' })
    }),
  )

  const read = async () => (await ada.call('GET /shop/opening', {})).answer
  const change = (opening: object, version: number) =>
    ada.send('PUT /shop/opening', { body: { opening, version } })
  const seen = async () => {
    const { body } = await shop.app.inject({ url: '/contact' })
    const state: PageState = JSON.parse(/id="page-state">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    const { isOpen, productsFor } = state.settings.shop
    return { isOpen, productsFor }
  }
  const log = async () =>
    (await ada.call('GET /audit', { query: {} })).answer.map(({ action, subject, detail }) =>
      [action, subject, detail].join(': '),
    )

  test('is closed until an admin opens it, and every change takes effect at once', async () => {
    expect(await read()).toEqual({ opening: DEFAULT_OPENING, version: 0 })
    expect(await seen()).toEqual(DEFAULT_OPENING)
    const open: ShopOpening = { isOpen: true, productsFor: 'everyone' }
    const { version } = (await change(open, 0)).answer
    expect([await read(), await seen()]).toEqual([{ opening: open, version }, open])
    const later = (await change({ isOpen: false, productsFor: 'signedIn' }, version)).answer
    expect(later.version).toBeGreaterThan(version)
    expect(await log()).toEqual([
      'changed settings: Opening: closed the shop, products for those who are signed in',
      'changed settings: Opening: opened the shop',
    ])
  })

  test('is not changed by an admin who has not seen the last change, and once by two at the same moment', async () => {
    const { version } = (await change(DEMO_OPENING, 0)).answer
    const refused = await change({ ...DEMO_OPENING, isOpen: false }, 0)
    expect([refused.status, refused.problem.code]).toEqual([409, 'settings-changed'])
    const both = await Promise.all([
      change({ isOpen: false, productsFor: 'signedIn' }, version),
      change({ isOpen: true, productsFor: 'everyone' }, version),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('that is saved again as it is writes nothing', async () => {
    expect((await change(DEFAULT_OPENING, 0)).answer).toEqual({ version: 0 })
    expect(await log()).toEqual([])
  })

  test('is refused if it is not in the contract', async () => {
    for (const opening of [
      { isOpen: 'yes', productsFor: 'everyone' },
      { isOpen: true, productsFor: 'friends' },
      { isOpen: true },
      { ...DEMO_OPENING, surprise: 1 },
    ])
      expect((await change(opening, 0)).status).toBe(422)
  })
})
