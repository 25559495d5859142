import { describe, expect, test } from 'vitest'
import { sortsOf } from '#contract/values/states.ts'
import {
  filterQuery,
  FIRST_PAGE,
  firstFilters,
  isFiltered,
  pageQuery,
  readTableState,
  sortBy,
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
    '?name=',
    '?other=1',
    '?sort=newest&direction=desc',
    '?page=2',
    '?page=1&after=x',
    '?page=-2&after=x',
    '?after=x',
  ])('%s is ignored', (search) => {
    expect(readTableState(search, PRODUCTS)).toEqual(plain)
    expect(tableSearch(readTableState(search, PRODUCTS), PRODUCTS)).toBe('')
  })

  test('cannot set a filter that the table does not have', () => {
    const search = '?payment=OK&email=ann&delivery=Sent&from=2026-11-20'
    expect(filterQuery(readTableState(search, USERS))).toEqual({ email: 'ann' })
    expect(filterQuery(readTableState('?payment=OK&delivery=Sent', ORDERS))).toEqual({ delivery: 'Sent' })
  })

  test('is cut to the longest text that the server accepts', () => {
    expect(readTableState(`?name=${'x'.repeat(300)}`, PRODUCTS).name).toHaveLength(200)
  })
})

test('a request for a page has its number of rows and its cursor; those for all rows have not', () => {
  const sorted = { sort: 'newest', direction: 'desc', limit: '50' }
  const state = { ...plain, email: ' ann ', name: '  ', page: 2, after: 'x' }
  expect(pageQuery(state)).toEqual({ ...sorted, email: 'ann', after: 'x' })
  expect(pageQuery({ ...state, after: '', before: 'y' })).toEqual({ ...sorted, email: 'ann', before: 'y' })
  expect(pageQuery(plain)).toEqual(sorted)
  expect(filterQuery(state)).toEqual({ email: 'ann' })
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
    expect(filterQuery(first)).toEqual({ payment: 'ordered' })
    expect(isFiltered(first, real)).toBe(false)
    expect(filterQuery(readTableState('?payment=all', real))).toEqual({})
  })
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
  expect(isFiltered(plain, PRODUCTS)).toBe(false)
  expect(isFiltered({ ...plain, email: ' ' }, PRODUCTS)).toBe(false)
  expect(isFiltered({ ...plain, name: 'a' }, PRODUCTS)).toBe(true)
  expect(isFiltered({ ...plain, payment: 'NOT OK' }, PRODUCTS)).toBe(true)
  expect(isFiltered({ ...plain, delivery: 'Sent' }, PRODUCTS)).toBe(true)
  expect(isFiltered({ ...plain, to: '2026-11-20' }, PRODUCTS)).toBe(true)
})
