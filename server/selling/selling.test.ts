import { describe, expect, test } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import { DEFAULT_SETTINGS } from '#server/platform/postgres/postgres-pool.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { stores } from '#test/stores.ts'
import { Selling } from './selling.ts'

describe.each(stores)('the cached settings for selling on $name', ({ name, fresh }) => {
  test('give the currency to transactions that use all connections while the settings are read again', async () => {
    const store = await fresh()
    const database = await openShopDatabase({
      ...store,
      postgres: { ...DEFAULT_SETTINGS, connections: 2 },
    })
    const selling = new Selling({ database, isSingleInstance: false })
    await selling.settings()
    // SQLite has one transaction at a time.
    let missing = name === 'postgres' ? 2 : 1
    const all = Promise.withResolvers<void>()
    const write = () =>
      database.write(async ({ tx }) => {
        await tx.selectFrom('users').select('id').limit(1).execute()
        if ((missing -= 1) === 0) all.resolve()
        await all.promise
        database.events.publish({ type: 'settings-changed' })
        return selling.currency(tx)
      })
    expect(await Promise.all([write(), write()])).toEqual(['USD', 'USD'])
    await database.close()
    await store.dispose()
  })

  test('do not set the time zone of a read that ends after a later one', async () => {
    const store = await fresh()
    const database = await openShopDatabase(store)
    const slow = Promise.withResolvers<void>()
    let isSlow = false
    const read = database.read.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isSlow) {
          isSlow = false
          await slow.promise
        }
        return result
      },
    })
    const selling = new Selling({ database: { ...database, read }, isSingleInstance: true })
    await selling.settings()
    isSlow = true
    database.events.publish({ type: 'settings-changed' })
    await saveTestSelling(database, { ...DEFAULT_SELLING, timeZone: 'Asia/Tokyo' })
    await selling.settings()
    expect(shopDates().timeZone).toBe('Asia/Tokyo')
    slow.resolve()
    await new Promise(setImmediate)
    expect(shopDates().timeZone).toBe('Asia/Tokyo')
    await database.close()
    await store.dispose()
  })
})
