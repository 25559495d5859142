import { beforeAll, describe, expect, test } from 'vitest'
import { now } from '#server/platform/clock.ts'
import { checkoutOf, storeCheckout } from '#test/orders/orders.ts'
import { itemRow, orderRow, userRow } from '#test/rows.ts'
import { insertManyOrders } from '#test/search/many-orders.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { answerFind } from './answer-find.ts'
import { indexEntries } from './write-entries.ts'

/** `npm run soak` sets the number of lines. */
const LINES = Number(process.env['SOAK_LINES'] ?? 4000)
/** Beside other tests, times say little, so all questions are asked only once. */
const [MAX_MS, ROUNDS] = process.env['SOAK_LINES'] ? [100, 5] : [5000, 1]
const AT_ONCE = 4
const MINUTE_MS = 60_000

/** The three oldest orders, with the numbers 1 to 3. */
const ORDERS = [
  {
    name: 'Zdeněk Okonkwo',
    email: 'z.okonkwo@harbour.example',
    place: 'SW1A 2AA London',
    coffee: 'Tarrazú Bell Tone',
  },
  { name: 'Anna Quist', email: 'aq@fjord.example', place: '0150 Oslo', coffee: 'Nyamasheke Bright' },
  {
    name: 'Ola Ødegård-Schmidt',
    email: 'post@odegard.example',
    place: '5003 Bergen',
    coffee: 'Sidama Morning Wash',
  },
]
const WANDA = { name: 'Wanda Weißmüller', email: 'wanda@attic.example' }
const XAVER = { name: 'Xaver', email: 'xaver@attic.example', message: 'The parcel smelled of cardamom.' }

/** What is typed to find each of them. The other orders have common names, coffees and cities, and addresses at gmail.com. */
const QUESTIONS: Record<string, string[]> = {
  'order Zdeněk Okonkwo': [
    '#1',
    'zdenek',
    'Zdeněk Okonkwo',
    'okonk',
    'OKONKWO zd',
    'sw1a 2aa',
    'sw1a',
    'london okonkwo',
    'tarrazu',
    'tarraz bell',
    'bell okon',
    'z.okonkwo@harbour.example',
    'harbour.ex',
    'okonkwo 1',
    'okonkwo tarrazu london',
  ],
  'order Anna Quist': [
    '2',
    'quist',
    'anna quist',
    'qui anna',
    'anna fjord',
    'aq@fjord',
    'oslo anna',
    '0150 anna',
    'nyama',
    'bright anna',
  ],
  'order Ola Ødegård-Schmidt': [
    '3',
    'odegard',
    'schmidt ødeg',
    'bergen sidama',
    '5003 ola',
    'post@odegard.example',
    'ola wash morning',
  ],
  'account Wanda Weißmüller': ['weissmuller', 'weißm', 'wanda attic', 'wanda@attic.example'],
  'message Xaver': ['cardamom', 'xaver smell', 'parcel cardamom', 'smelled xav'],
  'account Anna Schmidt': ['anna schmidt', 'schmidt anna', 'ANNA SCHMIDT'],
  'account Ben Weber': ['ben weber'],
}

const questions = Object.entries(QUESTIONS).flatMap(([first, texts]) =>
  texts.map((text) => [text, first] as const),
)

describe.each(stores)(`the search of the dashboard among ${LINES} lines on $name`, ({ name, fresh }) => {
  const shop = givenShop(fresh)

  beforeAll(async () => {
    await insertManyOrders(shop.database, LINES)
    for (const [index, { name: customer, email, place, coffee }] of ORDERS.entries()) {
      const order = orderRow({ number: index + 1, customer, email })
      const line = { customer, email, product_name: coffee, order_id: order.id, payment_id: order.payment_id }
      await shop.database.write(async ({ tx }) => {
        await tx.insertInto('orders').values(order).execute()
        await tx.insertInto('cart_items').values(itemRow(line)).execute()
      })
      const [, postcode = '', city = ''] = /^(.*) (\S+)$/.exec(place) ?? []
      const address = { ...lisbonAddress, name: customer, postcode, city }
      await storeCheckout(shop.database, order.id, checkoutOf({ address }))
    }
    await shop.database.write(async ({ tx }) => {
      await tx.insertInto('users').values(userRow(WANDA)).execute()
      await tx
        .insertInto('messages')
        .values({ id: 'xaver', ...XAVER, created_at: now(), answered_at: null })
        .execute()
    })
    await indexEntries(shop.database)
  }, 60 * MINUTE_MS)

  test.each(questions)('answers %j with %s first', async (text, first) => {
    const [hit] = await answerFind(shop.database, text, true)
    expect(`${hit?.kind} ${hit?.title}`).toBe(first)
  })

  test(
    'answers them quickly, several at once',
    async () => {
      const times: number[] = []
      const askAll = async (offset: number) => {
        for (let index = 0; index < questions.length * ROUNDS; index++) {
          const [text = ''] = questions[(index * 7 + offset) % questions.length] ?? []
          const asked = performance.now()
          await answerFind(shop.database, text, true)
          times.push(performance.now() - asked)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => askAll(index * 10)))
      const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
      process.stdout.write(
        `dashboard search among ${LINES} lines on ${name}: p99 ${p99.toFixed(1)} ms of ${times.length} questions\n`,
      )
      expect(p99).toBeLessThan(MAX_MS)
    },
    10 * MINUTE_MS,
  )
})
