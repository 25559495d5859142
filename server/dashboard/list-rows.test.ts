import '#test/cheap-passwords.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { sortsOf } from '#contract/pages-of-rows.ts'
import { newId } from '#server/platform/clock.ts'
import { enter, itemRow, orderRow, userRow } from '#test/books.ts'
import type { Books } from '#test/books.ts'
import { walk } from '#test/pages-of-rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

/** On a busy machine this takes long. */
const PATIENT = { timeout: 120_000 }

const NAMES = ['Espresso', 'espresso', 'ESPRESSO doppio', 'Éclair', 'éclair', 'e\u0301clair', '100% Arabica', '100_', 'a%b', '_x', '%', '"quoted"', "O'Neil", 'back\\slash', '漢字', '漢', '😀 cup', '漢'.repeat(200), '\u0001'.repeat(199) + 'x']
const EMAILS = ['ann@a.example', 'anna@a.example', 'bob+x@b.example', "o'neil@c.example", '100%@d.example', 'a_b@d.example']

/** A row of any of the tables, as far as they can be sorted and filtered. */
type Row = { id: string; email: string; name: string; amount: number; paid: boolean; gone: boolean }

const anyRow = fc.record({
  email: fc.constantFrom(...EMAILS),
  name: fc.constantFrom(...NAMES),
  amount: fc.constantFrom(0, 5, 250, 1000, 999_999_999),
  paid: fc.boolean(),
  gone: fc.boolean(),
})

const beginning = (texts: string[]) =>
  fc.tuple(fc.constantFrom(...texts), fc.integer({ min: 0, max: 4 }), fc.boolean()).map(([text, length, capital]) => {
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
  payment: ({ paid }) => Number(paid),
}

const tables = [
  {
    call: 'GET /allProducts',
    sorts: sortsOf.products,
    isListed: ({ paid, gone }: Row) => paid || !gone,
    books: (rows: Row[]): Books => ({
      items: rows.map(({ id, email, name, amount, paid, gone }) => itemRow({ id, email, product_name: name, price_cents: amount, payment: paid ? 'OK' : null, removed_at: gone ? 1 : null })),
    }),
  },
  {
    call: 'GET /fullProducts',
    sorts: sortsOf.orders,
    isListed: () => true,
    books: (rows: Row[]): Books => ({ orders: rows.map(({ id, email, name, amount }) => orderRow({ id, email, customer: name, total_cents: amount })) }),
  },
  {
    call: 'GET /allUser',
    sorts: sortsOf.users,
    isListed: ({ gone }: Row) => !gone,
    books: (rows: Row[]): Books => ({ users: rows.map(({ id, email, name, gone }) => userRow({ id, email, name, archived_at: gone ? 1 : null })) }),
  },
] as const

type Query = { sort: string; direction?: string | undefined; limit?: number | undefined; email?: string | undefined; name?: string | undefined; payment?: string | undefined }

describe.each(stores)('the dashboard’s tables on $name', ({ name: dialect, fresh }) => {
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

  /** What a table shows, worked out by hand. */
  function expected(rows: Row[], { sort, direction = sort === 'newest' ? 'desc' : 'asc', email, name, payment }: Query): string[] {
    const sign = direction === 'asc' ? 1 : -1
    const keyOf = keys[sort] ?? (() => 0)
    const shown = rows.filter(
      (row) =>
        row.email.startsWith(small(email?.trim() ?? '')) &&
        small(row.name).startsWith(small(name?.trim() ?? '')) &&
        (payment === undefined || row.paid === (payment === 'OK')),
    )
    return shown.toSorted((a, b) => sign * (compare(keyOf(a), keyOf(b)) || compare(a.id, b.id))).map(({ id }) => id)
  }

  describe.each(tables)('$call', ({ call, sorts, isListed, books }) => {
    const anyQuery = fc.record({
      sort: fc.constantFrom<string[]>(...sorts),
      direction: fc.constantFrom('asc', 'desc', undefined),
      limit: fc.constantFrom(1, 2, 3, 7, 100, undefined),
      email: fc.option(beginning(EMAILS), { nil: undefined }),
      name: fc.option(beginning(NAMES), { nil: undefined }),
      payment: call === 'GET /allProducts' ? fc.constantFrom('OK', 'NOT OK', undefined) : fc.constant(undefined),
    })

    const sent = (query: Query) => Object.fromEntries(Object.entries(query).flatMap(([field, value]) => (value === undefined ? [] : [[field, String(value)]])))

    test('show every row once, in order, whatever is asked, page by page', PATIENT, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyRow, { maxLength: 20 }), fc.array(anyQuery, { minLength: 3, maxLength: 3 }), async (made, queries) => {
          await empty()
          // Two accounts cannot have one address.
          const rows = made.map((row, at) => ({ ...row, id: newId(), ...(call === 'GET /allUser' && { email: `${row.email}${at}` }) }))
          await enter(shop.database, books(rows))
          const listed = [...rows, ...(call === 'GET /allUser' ? [herself] : [])].filter(isListed)
          for (const query of queries) {
            const pages = await walk(ada, { table: call, query: sent(query) })
            expect(pages.flat().map(({ _id }) => _id)).toEqual(expected(listed, query))
            expect(pages.slice(0, -1).every((page) => page.length === (query.limit ?? 100))).toBe(true)
          }
        }),
        { numRuns: dialect === 'sqlite' ? 40 : 20 },
      )
    })

    test('show no row twice and leave none out while rows come in', PATIENT, async () => {
      for (const [sort, direction] of [['newest', 'desc'], ['newest', 'asc'], ['email', 'asc']] as const) {
        await empty()
        const some = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ id: newId(), email: `m${at}-${newId()}@a.example`, name: 'N', amount: 1, paid: true, gone: false }))
        const first = some(9)
        await enter(shop.database, books(first))
        let left = 4
        const between = async () => {
          if ((left -= 1) >= 0) await enter(shop.database, books(some(2)))
        }
        const pages = await walk(ada, { table: call, query: { sort, direction, limit: '2' }, between })
        const ids = pages.flat().map(({ _id }) => _id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids).toEqual(expect.arrayContaining(first.map(({ id }) => id)))
      }
    })

    test('a filter that very many rows pass shows them all, in any order', PATIENT, async () => {
      await empty()
      const rows = Array.from({ length: 1100 }, (_, at): Row => ({ id: newId(), email: `many${at % 7}.${at}@a.example`, name: `Many ${at % 13}`, amount: at % 5, paid: true, gone: false }))
      await enter(shop.database, books([...rows, { ...herself, id: newId(), email: 'few@a.example', name: 'Few', paid: true }]))
      for (const sort of sorts) {
        const query = { sort, email: 'MANY', name: 'mAnY', direction: 'desc' }
        expect((await walk(ada, { table: call, query })).flat().map(({ _id }) => _id)).toEqual(expected(rows, query))
      }
    })

    test('answer at most a hundred rows, and say where the next are', async () => {
      await empty()
      await enter(shop.database, books(Array.from({ length: 101 }, (_, at): Row => ({ ...herself, id: newId(), email: `e${at}@a.example` }))))
      const all = await ada.send(call, {})
      expect([all.answer.length, all.headers['link']]).toEqual([100, expect.stringMatching(new RegExp(`^</api${call.slice('GET '.length)}\\?.*after=[\\w-]+>; rel="next"$`))])
      expect((await ada.send(call, { query: { limit: '100' } })).answer).toEqual(all.answer)
      const few = await ada.send(call, { query: { limit: '100', email: 'e1@' } })
      expect([few.answer.length, few.headers['link']]).toEqual([1, undefined])
      for (const wrong of [{ limit: '101' }, { limit: '0' }, { limit: '-1' }, { limit: '1.5' }, { limit: 'all' }, { sort: 'id; --' }, { direction: 'up' }, { offset: '5' }, { after: 'x'.repeat(2001) }]) {
        const { status, problem } = await ada.send(call, { query: wrong as Record<string, string> })
        expect([status, problem.errors?.[0]?.field]).toEqual([422, Object.keys(wrong)[0]])
      }
    })

    test('go on after the longest names there are', async () => {
      await empty()
      const long = ['漢'.repeat(200), '\u0001'.repeat(199) + 'x', '"'.repeat(200)]
      const rows = long.map((name, at): Row => ({ ...herself, id: newId(), email: `${'e'.repeat(240)}${at}@a.example`, name, paid: true }))
      await enter(shop.database, books(rows))
      for (const sort of sorts) {
        const query = { sort, email: 'eee' }
        expect((await walk(ada, { table: call, query: { ...query, limit: '1' } })).flat().map(({ _id }) => _id)).toEqual(expected(rows, query))
      }
    })

    test('a place that is none leads to the beginning', async () => {
      const places = ['x', 'null', '[]', '["a"]', '[1,2]', '["a","b","c"]', '{}', '["abc","x"]', '[1.5,"x"]', '[1e300,"x"]', '[null,"x"]']
      for (const sort of sorts) {
        for (const place of places) {
          const after = Buffer.from(place).toString('base64url')
          expect((await ada.send(call, { query: { sort, after, limit: '1' } })).status, `${sort} ${place}`).toBe(200)
        }
      }
    })
  })

  test('full orders with very many items come on shorter pages', async () => {
    await empty()
    const orders = [500, 400, 200, 500, 1].map((items) => ({ items, row: orderRow() }))
    await enter(shop.database, {
      orders: orders.map(({ row }) => row),
      items: orders.flatMap(({ items, row }) => Array.from({ length: items }, () => itemRow({ payment: 'OK', payment_id: row.payment_id }))),
    })
    const pages = await walk(ada, { table: 'GET /fullProducts', query: { direction: 'asc' } })
    const ids = orders.map(({ row }) => row.id)
    expect(pages.map((page) => page.map(({ _id }) => _id))).toEqual([ids.slice(0, 2), ids.slice(2)])
  })
})

/** By code point, as UTF-8 sorts. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
