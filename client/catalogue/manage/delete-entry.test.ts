import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import type { OwnBrand } from '#contract/shop-management.ts'
import { deletion } from './delete-entry.ts'
import type { Deletion } from './delete-entry.ts'

const toasts = vi.hoisted(() => ({
  showUndo: vi.fn(),
  showError: vi.fn(),
  showInfo: vi.fn(),
}))
vi.mock('#client/ui/toasts.tsx', () => toasts)
vi.mock('#client/ui/undo-toast.tsx', () => toasts)

const email = 'ada@coffee.example'
const northfold: OwnBrand = { _id: '1', img: '/a.webp', category_name: 'Northfold', ratting: 4, email }
const ember: OwnBrand = { ...northfold, _id: '2', category_name: 'Ember' }
const deleted: Deletion = { _id: northfold._id, name: 'Northfold' }
const { queryKey } = callQuery('GET /personCoffee', { query: { email } })

const fetched = vi.fn<typeof fetch>()
const onRestored = vi.fn<(entry: Deletion) => void>()
let client: QueryClient

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(async (address) =>
    Response.json(String(address).includes('Delete') ? { deletedCount: 1 } : []),
  )
  client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } },
  })
  client.setQueryData(queryKey, [northfold, ember])
})

test('a deleted entry leaves the list, and the toast offers to undo it', async () => {
  await deleteNorthfold()
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/brandDelete/1')
  expect(client.getQueryData(queryKey)).toEqual([ember])
  expect(toasts.showUndo).toHaveBeenCalledWith('Your Product Delete Succwssfully', {
    id: northfold._id,
    undo: expect.any(Function),
  })
})

test.each([
  [0, undefined],
  [null, undefined],
  [1, '1 coffee went with it.'],
  [2, '2 coffees went with it.'],
])('the toast of a brand with %s coffees has the second line %s', async (coffees, more) => {
  await deleteNorthfold({ coffees })
  expect(toasts.showUndo.mock.lastCall?.[1].details).toBe(more)
})

test('Undo restores the entry, shows a toast, and invalidates the lists', async () => {
  await deleteNorthfold()
  toasts.showUndo.mock.lastCall?.[1].undo()
  await vi.waitFor(() => expect(toasts.showInfo).toHaveBeenCalledWith('Northfold is back in the shop'))
  const [address, init] = fetched.mock.calls.find(([called]) => String(called).includes('Restore')) ?? []
  expect([address, init?.method]).toEqual(['/api/brandRestore/1', 'PUT'])
  expect(onRestored).toHaveBeenCalledWith(deleted)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('an Undo that fails shows an error', async () => {
  await deleteNorthfold()
  fetched.mockRejectedValue(new TypeError('no network'))
  toasts.showUndo.mock.lastCall?.[1].undo()
  await vi.waitFor(() =>
    expect(toasts.showError).toHaveBeenCalledWith(
      expect.stringMatching(/^It is not known whether Northfold was brought back/),
    ),
  )
})

test('a deletion that fails leaves the list as it was, and shows an error', async () => {
  fetched.mockRejectedValue(new TypeError('no network'))
  await expect(deleteNorthfold()).rejects.toBeInstanceOf(ApiError)
  expect(client.getQueryData(queryKey)).toEqual([northfold, ember])
  expect(toasts.showError).toHaveBeenCalledWith(
    expect.stringMatching(/^It is not known whether Northfold was deleted/),
  )
  expect(toasts.showUndo).not.toHaveBeenCalled()
})

test('a deletion that deleted nothing shows no toast', async () => {
  fetched.mockImplementation(async () => Response.json({ deletedCount: 0 }))
  await deleteNorthfold()
  expect(toasts.showUndo).not.toHaveBeenCalled()
})

test('the home page shows the change at once', async () => {
  client.setQueryData(['GET /allCoffee', null], [northfold])
  await deleteNorthfold()
  await vi.waitFor(() => expect(client.getQueryData(['GET /allCoffee', null])).toEqual([]))
})

test.each([
  ['brand', 'Your Product Delete Succwssfully', 'DELETE /api/brandDelete/1', 'PUT /api/brandRestore/1'],
  [
    'coffee',
    'Your Product Delete Succwssfully',
    'DELETE /api/packetNameDelete/1',
    'PUT /api/packetNameRestore/1',
  ],
  ['packet', 'Your Product Delete Successfully', 'DELETE /api/packet/1', 'PUT /api/packetRestore/1'],
] as const)('a %s has its toast and its calls', async (kind, toast, ...expected) => {
  fetched.mockImplementation(async () => Response.json({ deletedCount: 1 }))
  await new MutationObserver(client, deletion(kind, { client, onRestored })).mutate(deleted)
  toasts.showUndo.mock.lastCall?.[1].undo()
  await vi.waitFor(() => expect(onRestored).toHaveBeenCalled())
  const calls = fetched.mock.calls.map(([address, init]) => `${init?.method} ${String(address)}`)
  expect(toasts.showUndo.mock.lastCall?.[0]).toBe(toast)
  expect(calls).toEqual(expect.arrayContaining(expected))
})

function deleteNorthfold(more: Partial<Deletion> = {}): Promise<unknown> {
  const brand = { ...deleted, ...more }
  return new MutationObserver(client, deletion('brand', { client, onRestored })).mutate(brand)
}
