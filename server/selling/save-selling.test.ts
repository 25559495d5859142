import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PageState } from '#contract/pages.ts'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'

describe.each(stores)('the settings for selling on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let names = 0
  let ada: TestPerson
  beforeEach(async () => {
    names += 1
    ada = await shop.admin(`Ada ${names}`)
    await shop.database.write(async ({ tx, publish }) => {
      await tx.deleteFrom('shop_settings').where('name', '=', 'selling').execute()
      publish({ type: 'settings-changed' })
    })
  })

  const read = async () => (await ada.call('GET /selling', {})).answer
  /** What `GET /selling` answers for these settings. Without a choice of the owner, it names the ways to pay. */
  const shown = (settings: SellingSettings, version: number) => ({
    settings: { ...settings, ways: ['pickup', 'transfer'] },
    version,
    hasStripe: false,
  })
  const save = (settings: object, version: number) =>
    ada.send('PUT /selling', { body: { settings, version } })

  test('are the defaults until an admin saves them', async () => {
    expect(await read()).toEqual(shown(DEFAULT_SELLING, 0))
  })

  test('of an earlier version have the text about paying later also for pickups', async () => {
    const { payAtPickupNote: _, ...earlier } = { ...portugueseShop, payLaterNote: 'IBAN, or cash' }
    // cast: an earlier version of this program has saved the settings without the new text
    await saveTestSelling(shop.database, earlier as SellingSettings)
    expect((await read()).settings).toMatchObject({
      ...earlier,
      ways: ['pickup', 'transfer'],
      payAtPickupNote: 'IBAN, or cash',
    })
  })

  test('are saved, and read with a new version', async () => {
    const { version } = (await save(portugueseShop, 0)).answer
    expect(version).toBeGreaterThan(0)
    expect(await read()).toEqual(shown(portugueseShop, version))
    const again = (await save({ ...portugueseShop, country: 'ES' }, version)).answer
    expect(again.version).toBeGreaterThan(version)
    expect((await read()).settings.country).toBe('ES')
  })

  test.each([
    ['settings.bank.iban', { bank: { holder: 'Hill', iban: 'DE03120300000000202051' } }],
    ['settings.bank.holder', { bank: { holder: ' ', iban: 'DE02120300000000202051' } }],
    ['settings.ways', { ways: ['pickup'] }],
  ])('name a mistake in how customers pay: %s in %j', async (field, wrong) => {
    const refused = await save({ ...portugueseShop, ...wrong }, 0)
    expect(refused.problem.errors?.map((error) => error.field)).toEqual([field])
    const bank = { holder: 'Hill', iban: 'DE02120300000000202051' }
    expect((await save({ ...portugueseShop, ways: ['transfer', 'pickup'], bank }, 0)).status).toBe(200)
  })

  test('are refused if another admin has saved since they were read', async () => {
    const { version } = (await save(portugueseShop, 0)).answer
    for (const old of [0, version - 1, version + 1]) {
      const refused = await save({ ...portugueseShop, country: 'ES' }, old)
      expect([refused.status, refused.problem.code]).toEqual([409, 'settings-changed'])
    }
    expect(await read()).toEqual(shown(portugueseShop, version))
  })

  test('are saved once by admins who save at the same moment', async () => {
    const countries = ['PT', 'ES', 'FR', 'DE', 'IT', 'NL']
    const saves = await Promise.all(countries.map((country) => save({ ...portugueseShop, country }, 0)))
    expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const winner = countries[saves.findIndex(({ status }) => status === 200)]
    expect((await read()).settings.country).toBe(winner)
    const { version } = await read()
    const later = await Promise.all(
      countries.map((country) =>
        save({ ...portugueseShop, country: `${country}`, grinds: ['Filter'] }, version),
      ),
    )
    expect(later.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('with errors are refused, and every error names its field', async () => {
    const wrong = { ...portugueseShop, timeZone: 'Europe/Atlantis', country: 'XX' }
    const refused = await save(wrong, 0)
    expect(refused.status).toBe(422)
    expect(refused.problem.errors?.map(({ field }) => field)).toEqual([
      'settings.timeZone',
      'settings.country',
    ])
    expect((await save({ ...portugueseShop, surprise: 1 }, 0)).status).toBe(422)
    expect((await read()).version).toBe(0)
  })

  test('leave an entry in the audit log that names what has changed', async () => {
    const changed = { ...DEFAULT_SELLING, tax: portugueseShop.tax, grinds: [] }
    const { version } = (await save(changed, 0)).answer
    // Saving the same settings again writes nothing, and returns the version that they already have.
    expect((await save(changed, 0)).answer).toEqual({ version })
    const log = (await ada.call('GET /audit', { query: {} })).answer.filter(({ who }) => who === ada.email)
    expect(log.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
      ['changed settings', 'Selling', 'tax rates, grinds'],
    ])
  })

  async function pageSettings() {
    const { body } = await shop.app.inject({ url: '/contact' })
    const state: PageState = JSON.parse(/id="page-state">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    return state.settings
  }

  test('give pages what they say about food, as soon as the owner has written some of it', async () => {
    expect(await pageSettings()).not.toHaveProperty('food')
    const food = { name: 'Roasted coffee', storage: '', firm: '' }
    await save({ ...portugueseShop, food }, 0)
    expect((await pageSettings()).food).toEqual(food)
  })

  test('change the page settings at once: a shop with a delivery method delivers', async () => {
    const delivers = async () => (await pageSettings()).delivers
    expect(await delivers()).toBe(false)
    const { version } = (await save(portugueseShop, 0)).answer
    expect(await delivers()).toBe(true)
    await save({ ...portugueseShop, methods: [] }, version)
    expect(await delivers()).toBe(false)
  })
})
