import { describe, expect, test } from 'vitest'
import { sortsOf } from '#contract/values/states.ts'
import {
  areDaysReversed,
  exportSearch,
  filterQuery,
  FIRST_PAGE,
  firstFilters,
  isFiltered,
  isNewestFirst,
  pageQuery,
  readTableState,
  sortBy,
  tableQuery,
  tableSearch,
} from './table-state.ts'

const PRODUCTS = {
  sorts: sortsOf.products,
  filters: ['email', 'name', 'payment', 'delivery', 'from', 'to'],
} as const
const ORDERS = { sorts: sortsOf.orders, filters: ['email', 'name', 'delivery', 'from', 'to'] } as const
const USERS = { sorts: sortsOf.users, filters: ['email', 'name'] } as const

const plain = { sort: 'newest', direction: 'desc', ...firstFilters({}), ...FIRST_PAGE } as const

describe('the search of an address', () => {
  test('is empty for the default state', () => {
    expect(readTableState('', PRODUCTS)).toEqual(plain)
  })

  test.each([
    '?sort=price',
    '?direction=asc',
    '?sort=email&direction=desc',
    '?email=ann%40x.example&payment=NOT+OK',
    '?sort=name&direction=desc&email=a%2Bb&name=dark+roast&payment=OK',
    '?sort=delivery&delivery=Packed&from=2026-11-20&to=2026-11-21',
    '?email=ann&page=2&after=WyJh_-0',
    '?sort=price&page=12&before=x',
  ])('%s is read, and written without a change', (search) => {
    expect(tableSearch(readTableState(search, PRODUCTS), PRODUCTS)).toBe(search)
  })

  test.each([
    '?sort=cost',
    '?direction=up',
    '?payment=maybe',
    '?name=',
    '?other=1',
    '?sort=newest&direction=desc',
    '?delivery=Lost',
    '?from=0202-11-20',
    '?to=2026-13-01',
    '?from=yesterday',
    '?page=2',
    '?page=1&after=x',
    '?page=-2&after=x',
    '?page=2&after=a%20b',
    '?page=2&after=x&before=y',
    '?after=x',
  ])('%s is ignored', (search) => {
    expect(readTableState(search, PRODUCTS)).toEqual(plain)
    expect(tableSearch(readTableState(search, PRODUCTS), PRODUCTS)).toBe('')
  })

  test('cannot set a filter that the table does not have', () => {
    expect(
      tableQuery(readTableState('?payment=OK&email=ann&delivery=Sent&from=2026-11-20', USERS), USERS),
    ).toEqual({ email: 'ann' })
    expect(tableQuery(readTableState('?payment=OK&delivery=Sent', ORDERS), ORDERS)).toEqual({
      delivery: 'Sent',
    })
  })

  test('is cut to the longest text that the server accepts', () => {
    expect(readTableState(`?name=${'x'.repeat(300)}`, PRODUCTS).name).toHaveLength(200)
  })
})

test('a request has the values that differ from the default, without spaces around them', () => {
  expect(
    tableQuery({ ...plain, sort: 'price', direction: 'desc', email: ' ann ', name: '  ' }, PRODUCTS),
  ).toEqual({
    sort: 'price',
    direction: 'desc',
    email: 'ann',
  })
  expect(tableQuery({ ...plain, payment: 'OK' }, PRODUCTS)).toEqual({ payment: 'OK' })
})

test('a request for a page has its number of rows and its cursor; those for all rows have not', () => {
  const state = { ...plain, email: 'ann', page: 2, after: 'x' }
  expect(pageQuery(state, PRODUCTS)).toEqual({ email: 'ann', limit: '50', after: 'x' })
  expect(pageQuery({ ...state, after: '', before: 'y' }, PRODUCTS)).toEqual({
    email: 'ann',
    limit: '50',
    before: 'y',
  })
  expect(pageQuery(plain, PRODUCTS)).toEqual({ limit: '50' })
  expect([filterQuery(state), exportSearch(state, PRODUCTS)]).toEqual([{ email: 'ann' }, '?email=ann'])
})

test('only the first page, sorted from newest to oldest, shows the newest rows', () => {
  expect(isNewestFirst(plain)).toBe(true)
  expect(isNewestFirst({ ...plain, page: 2, after: 'x' })).toBe(false)
  expect(isNewestFirst({ ...plain, direction: 'asc' })).toBe(false)
  expect(isNewestFirst({ ...plain, sort: 'email' })).toBe(false)
})

test('a request that counts has the filters and no order', () => {
  const state = { ...plain, sort: 'price', direction: 'desc', email: 'ann', delivery: 'Sent' } as const
  expect(filterQuery(state)).toEqual({ email: 'ann', delivery: 'Sent' })
})

describe('a table whose payment filter is set at first', () => {
  const real = { ...PRODUCTS, payment: 'ordered' } as const

  test.each([
    ['', 'ordered'],
    ['?payment=all', ''],
    ['?payment=OK', 'OK'],
    ['?email=ann&payment=all', ''],
  ])('%j is read, and written without a change', (search, payment) => {
    expect(readTableState(search, real).payment).toBe(payment)
    expect(tableSearch(readTableState(search, real), real)).toBe(search)
  })

  test('sends the filter with its requests, and is not filtered by the user', () => {
    const first = readTableState('', real)
    expect([tableQuery(first, real), filterQuery(first), exportSearch(first, real)]).toEqual([
      { payment: 'ordered' },
      { payment: 'ordered' },
      '?payment=ordered',
    ])
    expect(isFiltered(first, real)).toBe(false)
    expect(exportSearch(readTableState('?payment=all', real), real)).toBe('')
  })
})

test('the address of an export has the filters and the order', () => {
  const state = { ...plain, sort: 'price', direction: 'desc', email: 'ann', payment: 'NOT OK' } as const
  expect(exportSearch(state, PRODUCTS)).toBe('?sort=price&direction=desc&email=ann&payment=NOT+OK')
  expect(exportSearch(plain, PRODUCTS)).toBe('')
})

test('a click on a header sorts by its column, and a second click reverses the order', () => {
  expect(sortBy(plain, 'email')).toEqual({ sort: 'email', direction: 'asc' })
  expect(sortBy({ ...plain, sort: 'email', direction: 'asc' }, 'email')).toEqual({
    sort: 'email',
    direction: 'desc',
  })
  expect(sortBy({ ...plain, sort: 'email', direction: 'asc' }, 'newest')).toEqual({
    sort: 'newest',
    direction: 'desc',
  })
  expect(sortBy(plain, 'newest')).toEqual({ sort: 'newest', direction: 'asc' })
})

test('a table is filtered if any filter has a value', () => {
  expect(isFiltered(plain)).toBe(false)
  expect(isFiltered({ ...plain, email: ' ' })).toBe(false)
  expect(isFiltered({ ...plain, name: 'a' })).toBe(true)
  expect(isFiltered({ ...plain, payment: 'NOT OK' })).toBe(true)
  expect(isFiltered({ ...plain, delivery: 'Sent' })).toBe(true)
  expect(isFiltered({ ...plain, to: '2026-11-20' })).toBe(true)
})

test.each([
  ['', '', false],
  ['2026-11-21', '', false],
  ['', '2026-11-20', false],
  ['2026-11-20', '2026-11-20', false],
  ['2026-11-21', '2026-11-20', true],
])('the days from %j to %j are reversed: %j', (from, to, reversed) => {
  expect(areDaysReversed({ ...plain, from, to })).toBe(reversed)
})
