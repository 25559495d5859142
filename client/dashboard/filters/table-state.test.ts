import { describe, expect, test } from 'vitest'
import { sortsOf } from '#contract/values/states.ts'
import { PRODUCTS } from '../products/products-source.ts'
import { ORDERS } from '../orders/orders-source.ts'
import { USERS } from '../users/users-source.ts'
import {
  exportAddress,
  filterQuery,
  isFiltered,
  readTableState,
  sortBy,
  tableQuery,
  tableSearch,
  UNFILTERED,
} from './table-state.ts'

const plain = { sort: 'newest', direction: 'desc', ...UNFILTERED } as const

test('the tables sort by what the contract knows', () => {
  expect({ products: PRODUCTS.sorts, orders: ORDERS.sorts, users: USERS.sorts }).toEqual(sortsOf)
})

describe('an address', () => {
  test('without search is the table as it comes', () => {
    expect(readTableState('', PRODUCTS)).toEqual(plain)
  })

  test.each([
    '?sort=price',
    '?direction=asc',
    '?sort=email&direction=desc',
    '?email=ann%40x.example&payment=NOT+OK',
    '?sort=name&direction=desc&email=a%2Bb&name=dark+roast&payment=OK',
    '?sort=delivery&delivery=Packed&from=2026-11-20&to=2026-11-21',
  ])('%s is read and written back as it was', (search) => {
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
  ])('%s says nothing of use', (search) => {
    expect(readTableState(search, PRODUCTS)).toEqual(plain)
    expect(tableSearch(readTableState(search, PRODUCTS), PRODUCTS)).toBe('')
  })

  test('is not believed about a filter that the table does not have', () => {
    expect(
      tableQuery(readTableState('?payment=OK&email=ann&delivery=Sent&from=2026-11-20', USERS), USERS),
    ).toEqual({ email: 'ann' })
    expect(tableQuery(readTableState('?payment=OK&delivery=Sent', ORDERS), ORDERS)).toEqual({
      delivery: 'Sent',
    })
  })

  test('never holds more letters than the server takes', () => {
    expect(readTableState(`?name=${'x'.repeat(300)}`, PRODUCTS).name).toHaveLength(200)
  })
})

test('the server is asked for what differs from how the table comes, without spaces around it', () => {
  expect(
    tableQuery({ ...plain, sort: 'price', direction: 'desc', email: ' ann ', name: '  ' }, PRODUCTS),
  ).toEqual({
    sort: 'price',
    direction: 'desc',
    email: 'ann',
  })
  expect(tableQuery({ ...plain, payment: 'OK' }, PRODUCTS)).toEqual({ payment: 'OK' })
})

test('what is counted has the filters and no order', () => {
  expect(
    filterQuery({ ...plain, sort: 'price', direction: 'desc', email: 'ann', delivery: 'Sent' }, PRODUCTS),
  ).toEqual({ email: 'ann', delivery: 'Sent' })
})

test('an export takes the filters and the order', () => {
  const state = { ...plain, sort: 'price', direction: 'desc', email: 'ann', payment: 'NOT OK' } as const
  expect(exportAddress('/export/products.csv', state, PRODUCTS)).toBe(
    '/api/export/products.csv?sort=price&direction=desc&email=ann&payment=NOT+OK',
  )
  expect(exportAddress('/export/products.csv', plain, PRODUCTS)).toBe('/api/export/products.csv')
})

test('a header sorts by its column, and turns around when it did already', () => {
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

test('a table is filtered when any filter holds something', () => {
  expect(isFiltered(plain)).toBe(false)
  expect(isFiltered({ ...plain, email: ' ' })).toBe(false)
  expect(isFiltered({ ...plain, name: 'a' })).toBe(true)
  expect(isFiltered({ ...plain, payment: 'NOT OK' })).toBe(true)
  expect(isFiltered({ ...plain, delivery: 'Sent' })).toBe(true)
  expect(isFiltered({ ...plain, to: '2026-11-20' })).toBe(true)
})
