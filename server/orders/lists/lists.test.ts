import '#test/cheap-passwords.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_COUNTED } from '#contract/values/limits.ts'
import { deliveryStates, sortsOf } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { idAt, newId } from '#server/platform/clock.ts'
import { enter, itemRow, orderRow, userRow } from '#test/rows.ts'
import type { TableRows } from '#test/rows.ts'
import { walk, walkThereAndBack } from '#test/pages-of-rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

/** A test timeout that is long enough for a busy machine. `npm run soak` has none. */
const PATIENT = { timeout: process.env['SOAK_LISTS'] ? 0 : 120_000 }

/** The number of random sets of rows and queries for each list. `npm run soak` tests more of them. */
const RUNS = Number(process.env['SOAK_LISTS'] ?? 10)

const NAMES = [
  'Espresso',
  'espresso',
  'ESPRESSO doppio',
  'Éclair',
  'éclair',
  'e\u0301clair',
  '100% Arabica',
  '100_',
  'a%b',
  '_x',
  '%',
  '"quoted"',
  "O'Neil",
  'back\\slash',
  '漢字',
  '漢',
  '😀 cup',
  '漢'.repeat(200),
  '\u0001'.repeat(199) + 'x',
]
const EMAILS = [
  'ann@a.example',
  'anna@a.example',
  'bob+x@b.example',
  "o'neil@c.example",
  '100%@d.example',
  'a_b@d.example',
]

/**
 * A row in one of the lists of the dashboard (order lines, full orders or users). It contains the values that the
 * lists are sorted and filtered by.
 */
type Row = {
  id: string
  email: string
  name: string
  amount: number
  paid: boolean
  gone: boolean
  delivery?: DeliveryState
  hour?: number
}

const HOUR = 60 * 60 * 1000
const FIRST_DAY = Date.UTC(2026, 10, 20)
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']

const anyRow = fc.record({
  email: fc.constantFrom(...EMAILS),
  name: fc.constantFrom(...NAMES),
  amount: fc.constantFrom(0, 5, 250, 1000, 999_999_999),
  paid: fc.boolean(),
  gone: fc.boolean(),
  delivery: fc.constantFrom(...deliveryStates),
  /** The time at which the row was created, in hours after `FIRST_DAY`. */
  hour: fc.constantFrom(0, 1, 23, 24, 25, 47, 48),
})

const beginning = (texts: string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.integer({ min: 0, max: 4 }), fc.boolean())
    .map(([text, length, capital]) => {
      const part = [...text].slice(0, length).join('')
      return capital ? part.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()) : part
    })

const small = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const keys: Record<string, (row: Row) => string | number> = {
  newest: ({ id }) => id,
  email: ({ email }) => email,
  name: ({ name }) => small(name),
  customer: ({ name }) => small(name),
  price: ({ amount }) => amount,
  total: ({ amount }) => amount,
  payment: progressOf,
  delivery: progressOf,
}

/**
 * Returns the number by which a row is sorted in the sort orders `payment` and `delivery`. Unpaid order lines come
 * first. Paid lines follow in the order of their delivery states.
 */
function progressOf({ paid, delivery = 'Ordered' }: Row): number {
  return paid ? 1 + deliveryStates.indexOf(delivery) : 0
}

const tables = [
  {
    call: 'GET /allProducts',
    count: 'GET /count/products',
    sorts: sortsOf.products,
    isListed: ({ paid, gone }: Row) => paid || !gone,
    rowsOf: (rows: Row[]): TableRows => ({
      items: rows.map(({ id, email, name, amount, paid, gone, delivery }) =>
        itemRow({
          id,
          email,
          product_name: name,
          price_cents: amount,
          payment: paid ? 'OK' : null,
          removed_at: gone ? 1 : null,
          delivery: paid ? storedOf(delivery) : null,
        }),
      ),
    }),
  },
  {
    call: 'GET /fullProducts',
    count: 'GET /count/orders',
    sorts: sortsOf.orders,
    isListed: () => true,
    rowsOf: (rows: Row[]): TableRows => ({
      orders: rows.map(({ id, email, name, amount, delivery = 'Ordered' }) =>
        orderRow({ id, email, customer: name, total_cents: amount, payment_id: id, state: STATES[delivery] }),
      ),
      items: rows.map(({ id, delivery }) =>
        itemRow({ payment: 'OK', payment_id: id, order_id: id, delivery: storedOf(delivery) }),
      ),
    }),
  },
  {
    call: 'GET /allUser',
    count: 'GET /count/users',
    sorts: sortsOf.users,
    isListed: ({ gone }: Row) => !gone,
    rowsOf: (rows: Row[]): TableRows => ({
      users: rows.map(({ id, email, name, gone }) =>
        userRow({ id, email, name, archived_at: gone ? 1 : null }),
      ),
    }),
  },
] as const

const STATES = { Ordered: 'paid', Packed: 'packed', Sent: 'ready', Delivered: 'delivered' } as const

function storedOf(delivery: DeliveryState = 'Ordered'): DeliveryState | null {
  return delivery === 'Ordered' ? null : delivery
}

type Query = {
  delivery?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: string
  direction?: string | undefined
  limit?: number | undefined
  email?: string | undefined
  name?: string | undefined
  payment?: string | undefined
}

describe.each(stores)('the lists of the dashboard on $name', ({ fresh, once }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let herself: Row
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    herself = { id: ada.userId, email: ada.email, name: ada.name, amount: 0, paid: false, gone: false }
  })

  async function empty(): Promise<void> {
    await shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('cart_items').execute()
      await tx.deleteFrom('orders').execute()
      await tx.deleteFrom('users').where('id', '!=', ada.userId).execute()
    })
  }

  /** Computes the ids that a query must return, in the right order, without SQL. `areOrders` is set for full orders. */
  function expected(rows: Row[], query: Query, areOrders = false): string[] {
    const { sort = 'newest', direction = sort === 'newest' ? 'desc' : 'asc' } = query
    const sign = direction === 'asc' ? 1 : -1
    const keyOf = keys[sort] ?? (() => 0)
    const shown = rows.filter(
      (row) => begins(row, query) && hasState(row, query, areOrders) && isOfDays(row, query),
    )
    return shown
      .toSorted((a, b) => sign * (compare(keyOf(a), keyOf(b)) || compare(a.id, b.id)))
      .map(({ id }) => id)
  }

  describe.each(tables)('$call', ({ call, count, sorts, isListed, rowsOf }) => {
    const anyQuery = fc.record({
      sort: fc.constantFrom<string[]>(...sorts),
      direction: fc.constantFrom('asc', 'desc', undefined),
      limit: fc.constantFrom(1, 2, 3, 7, 100, undefined),
      email: fc.option(beginning(EMAILS), { nil: undefined }),
      name: fc.option(beginning(NAMES), { nil: undefined }),
      payment:
        call === 'GET /allProducts' ? fc.constantFrom('OK', 'NOT OK', undefined) : fc.constant(undefined),
      delivery:
        call === 'GET /allUser'
          ? fc.constant(undefined)
          : fc.constantFrom(...deliveryStates, undefined, undefined),
      from: call === 'GET /allUser' ? fc.constant(undefined) : fc.constantFrom(...DAYS, undefined, undefined),
      to: call === 'GET /allUser' ? fc.constant(undefined) : fc.constantFrom(...DAYS, undefined, undefined),
    })

    const sent = (query: Query) =>
      Object.fromEntries(
        Object.entries(query).flatMap(([field, value]) =>
          value === undefined ? [] : [[field, String(value)]],
        ),
      )

    test(
      'contain every row once and in order for any query, page by page, there and back',
      PATIENT,
      async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(anyRow, { maxLength: 20 }),
            fc.array(anyQuery, { minLength: 3, maxLength: 3 }),
            async (made, queries) => {
              await empty()
              // Each user gets a different email address, because two users cannot have the same one.
              const rows = made.map((row, at) => ({
                ...row,
                id: idAt(FIRST_DAY + row.hour * HOUR),
                ...(call === 'GET /allUser' && { email: `${row.email}${at}` }),
              }))
              await enter(shop.database, rowsOf(rows))
              const listed = [...rows, ...(call === 'GET /allUser' ? [herself] : [])].filter(isListed)
              for (const query of queries) {
                const { there, back } = await walkThereAndBack(ada, { table: call, query: sent(query) })
                const ids = expected(listed, query, call === 'GET /fullProducts')
                for (const pages of [there, back]) expect(pages.flat().map(({ _id }) => _id)).toEqual(ids)
                const { sort: _, direction: _d, limit: _l, ...filters } = query
                expect((await ada.send(count, { query: sent(filters) })).answer).toEqual({
                  rows: ids.length,
                })
                const limit = query.limit ?? 100
                expect(there.slice(0, -1).every((page) => page.length === limit)).toBe(true)
                expect(there).toHaveLength(Math.max(1, Math.ceil(ids.length / limit)))
                expect(back.slice(1, -1).every((page) => page.length === limit)).toBe(true)
              }
            },
          ),
          { numRuns: RUNS },
        )
      },
    )

    test('contain no row twice and miss none while rows are added', PATIENT, async () => {
      for (const [sort, direction] of [
        ['newest', 'desc'],
        ['newest', 'asc'],
        ['email', 'asc'],
      ] as const) {
        await empty()
        const some = (length: number): Row[] =>
          Array.from({ length }, (_, at) => ({
            id: newId(),
            email: `m${at}-${newId()}@a.example`,
            name: 'N',
            amount: 1,
            paid: true,
            gone: false,
          }))
        const first = some(9)
        await enter(shop.database, rowsOf(first))
        let left = 4
        const between = async () => {
          if ((left -= 1) >= 0) await enter(shop.database, rowsOf(some(2)))
        }
        const pages = await walk(ada, { table: call, query: { sort, direction, limit: '2' }, between })
        const ids = pages.flat().map(({ _id }) => _id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids).toEqual(expect.arrayContaining(first.map(({ id }) => id)))
      }
    })

    test('contain all rows that pass a filter if they are many, in any sort order', PATIENT, async () => {
      await empty()
      const rows = Array.from({ length: 1100 }, (_, at): Row => ({
        id: newId(),
        email: `many${at % 7}.${at}@a.example`,
        name: `Many ${at % 13}`,
        amount: at % 5,
        paid: true,
        gone: false,
      }))
      await enter(
        shop.database,
        rowsOf([...rows, { ...herself, id: newId(), email: 'few@a.example', name: 'Few', paid: true }]),
      )
      for (const sort of sorts) {
        const query = { sort, email: 'MANY', name: 'mAnY', direction: 'desc' }
        expect((await walk(ada, { table: call, query })).flat().map(({ _id }) => _id)).toEqual(
          expected(rows, query),
        )
      }
      expect((await ada.send(count, { query: { email: 'MANY' } })).answer).toEqual({ rows: 1100 })
    })

    test.skipIf(call === 'GET /allUser')(
      'contain all rows with a delivery state or a day if they are many, in any sort order',
      PATIENT,
      async () => {
        await empty()
        const some = (amount: number, hour: number, delivery: DeliveryState) =>
          Array.from({ length: amount }, (_, at): Row => ({
            id: idAt(FIRST_DAY + hour * HOUR),
            email: `e${at % 7}.${at}@a.example`,
            name: `N ${at % 13}`,
            amount: at % 5,
            paid: true,
            gone: false,
            delivery,
            hour,
          }))
        const rows = [
          ...some(1050, 30, 'Packed'),
          ...some(3, 30, 'Sent'),
          ...some(3, 60, 'Packed'),
          ...some(3, 1, 'Packed'),
        ]
        await enter(shop.database, rowsOf(rows))
        const filters = [
          { delivery: 'Packed' },
          { from: '2026-11-21', to: '2026-11-21' },
          { delivery: 'Packed', from: '2026-11-21', to: '2026-11-21' },
          { delivery: 'Sent', to: '2026-11-21' },
          { delivery: 'Packed', from: '2026-11-22' },
        ]
        const queries = [
          ...filters.map((filter) => ({ sort: 'newest', ...filter })),
          ...sorts.map((sort, at) => ({ sort, ...filters[at % filters.length] })),
        ]
        for (const query of queries) {
          expect(
            (await walk(ada, { table: call, query })).flat().map(({ _id }) => _id),
            JSON.stringify(query),
          ).toEqual(expected(rows, query, call === 'GET /fullProducts'))
        }
      },
    )

    test('return at most a hundred rows, and a link to the next page', async () => {
      await empty()
      await enter(
        shop.database,
        rowsOf(
          Array.from({ length: 101 }, (_, at): Row => ({
            ...herself,
            id: newId(),
            email: `e${at}@a.example`,
          })),
        ),
      )
      const all = await ada.send(call, {})
      expect([all.answer.length, all.headers['link']]).toEqual([
        100,
        expect.stringMatching(
          new RegExp(`^</api${call.slice('GET '.length)}\\?.*after=[\\w-]+>; rel="next"$`),
        ),
      ])
      expect((await ada.send(call, { query: { limit: '100' } })).answer).toEqual(all.answer)
      const few = await ada.send(call, { query: { limit: '100', email: 'e1@' } })
      expect([few.answer.length, few.headers['link']]).toEqual([1, undefined])
      for (const wrong of [
        { limit: '101' },
        { limit: '0' },
        { limit: '-1' },
        { limit: '1.5' },
        { limit: 'all' },
        { sort: 'id; --' },
        { direction: 'up' },
        { offset: '5' },
        { after: 'x'.repeat(2001) },
        { before: 'x'.repeat(2001) },
      ]) {
        const { status, problem } = await ada.send(call, { query: wrong as Record<string, string> })
        expect([status, problem.errors?.[0]?.field]).toEqual([422, Object.keys(wrong)[0]])
      }
    })

    test('continue after the longest possible names', async () => {
      await empty()
      const long = ['漢'.repeat(200), '\u0001'.repeat(199) + 'x', '"'.repeat(200)]
      const rows = long.map((name, at): Row => ({
        ...herself,
        id: newId(),
        email: `${'e'.repeat(240)}${at}@a.example`,
        name,
        paid: true,
      }))
      await enter(shop.database, rowsOf(rows))
      for (const sort of sorts) {
        const query = { sort, email: 'eee' }
        expect(
          (await walk(ada, { table: call, query: { ...query, limit: '1' } })).flat().map(({ _id }) => _id),
        ).toEqual(expected(rows, query))
      }
    })

    test('accept a cursor that is invalid', async () => {
      const cursors = [
        'x',
        'null',
        '[]',
        '["a"]',
        '[1,2]',
        '["a","b","c"]',
        '{}',
        '["abc","x"]',
        '[1.5,"x"]',
        '[1e300,"x"]',
        '[null,"x"]',
      ]
      for (const sort of sorts) {
        for (const text of cursors) {
          const cursor = Buffer.from(text).toString('base64url')
          for (const query of [{ after: cursor }, { before: cursor }]) {
            expect(
              (await ada.send(call, { query: { ...query, sort, limit: '1' } })).status,
              `${sort} ${text}`,
            ).toBe(200)
          }
        }
      }
    })
  })

  test.each(['2026-13-01', '2026-1-1', '2026-11-32', '1969-12-31', 'today', '2026-11-20T00:00'])(
    'refuse the day %s',
    async (day) => {
      for (const call of [
        'GET /allProducts',
        'GET /fullProducts',
        'GET /count/products',
        'GET /count/orders',
      ] as const) {
        for (const field of ['from', 'to']) {
          const { status, problem } = await ada.send(call, { query: { [field]: day } })
          expect([status, problem.errors?.[0]?.field], call).toEqual([422, field])
        }
      }
    },
  )

  once('are counted up to a limit', PATIENT, async () => {
    await empty()
    const count = async () => (await ada.call('GET /count/orders', { query: {} })).answer.rows
    const enterMany = (many: number, from: number) =>
      shop.database.write(({ tx }) =>
        sql`WITH RECURSIVE n (i) AS (SELECT ${sql.lit(from)} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${sql.lit(from + many)})
          INSERT INTO orders (id, user_id, email, customer, total_cents, payment_id, created_at)
          SELECT 'many' || i, 'u', 'e@a.example', 'N', 1, 'many' || i, 0 FROM n`.execute(tx),
      )
    await enterMany(MAX_COUNTED - 1, 0)
    expect(await count()).toBe(MAX_COUNTED - 1)
    await enterMany(2, MAX_COUNTED)
    expect(await count()).toBe(MAX_COUNTED)
    await empty()
  })

  test('have shorter pages if full orders have very many lines', async () => {
    await empty()
    const orders = [500, 400, 200, 500, 1, 1001, 1].map((items) => ({ items, row: orderRow() }))
    await enter(shop.database, {
      orders: orders.map(({ row }) => row),
      items: orders.flatMap(({ items, row }) =>
        Array.from({ length: items }, () => itemRow({ payment: 'OK', payment_id: row.payment_id })),
      ),
    })
    const pages = await walk(ada, { table: 'GET /fullProducts', query: { direction: 'asc' } })
    const ids = orders.map(({ row }) => row.id)
    const idsOf = (some: { _id: string }[][]) => some.map((page) => page.map(({ _id }) => _id))
    const inPages = [ids.slice(0, 2), ids.slice(2, 5), ids.slice(5, 6), ids.slice(6)]
    expect(idsOf(pages)).toEqual(inPages)
    const { back } = await walkThereAndBack(ada, {
      table: 'GET /fullProducts',
      query: { direction: 'asc', limit: '4' },
    })
    expect(idsOf(back)).toEqual(inPages)
  })
})

function begins(row: Row, { email = '', name = '' }: Query): boolean {
  return row.email.startsWith(small(email.trim())) && small(row.name).startsWith(small(name.trim()))
}

/** Returns whether a row passes the filters by payment and delivery state. All orders in these tests are paid. */
function hasState(
  { paid, delivery: state = 'Ordered' }: Row,
  { payment, delivery }: Query,
  isOrder: boolean,
): boolean {
  if (payment !== undefined && paid !== (payment === 'OK')) return false
  if (delivery === undefined) return true
  return (isOrder || paid) && state === delivery
}

function isOfDays({ hour = 0 }: Row, { from = '', to = '9999' }: Query): boolean {
  const day = new Date(FIRST_DAY + hour * HOUR).toISOString().slice(0, 10)
  return from <= day && day <= to
}

/** Compares two numbers or two texts. Texts are compared by their UTF-8 bytes, as in the databases. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
