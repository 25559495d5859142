import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import type { NewBrand, OwnBrand } from '#contract/shop-management.ts'
import { brandKind } from './brand-kind.tsx'
import { coffeeKind } from './coffee-kind.tsx'
import { deletion, restoreEntry } from './delete-entry.ts'
import type { Entry } from './entry-kind.ts'
import { packetKind } from './packet-kind.tsx'

const toasts = vi.hoisted(() => ({
  showUndo: vi.fn(),
  withdrawUndo: vi.fn(),
  showError: vi.fn(),
  showInfo: vi.fn(),
}))
vi.mock('#client/ui/toasts.tsx', () => toasts)
vi.mock('#client/ui/undo-toast.tsx', () => toasts)

const email = 'ada@coffee.example'
const northfold: OwnBrand = { _id: '1', img: '/a.webp', category_name: 'Northfold', ratting: 4, email }
const ember: OwnBrand = { ...northfold, _id: '2', category_name: 'Ember' }
const { queryKey } = callQuery('GET /personCoffee', { query: { email } })

const fetched = vi.fn<typeof fetch>()
const onRestored = vi.fn<(entry: Entry<NewBrand>) => void>()
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
  expect(fetched.mock.calls.map(([address]) => address).slice(0, 2)).toEqual([
    '/api/coffeeDetails/1',
    '/api/brandDelete/1',
  ])
  expect(client.getQueryData(queryKey)).toEqual([ember])
  expect(toasts.showUndo).toHaveBeenCalledWith('Your Product Delete Succwssfully', {
    id: northfold._id,
    undo: expect.any(Function),
  })
})

test.each([
  [[], undefined],
  [[{}], '1 coffee went with it.'],
  [[{}, {}], '2 coffees went with it.'],
])('the toast of a brand with the coffees %j has the second line %s', async (coffees, more) => {
  fetched.mockImplementation(async (address) =>
    Response.json(String(address).includes('Delete') ? { deletedCount: 1 } : { coffees }),
  )
  await deleteNorthfold()
  expect(toasts.showUndo.mock.lastCall?.[1].details).toBe(more)
})

test('Undo restores the entry, shows a toast, and invalidates the lists', async () => {
  await deleteNorthfold()
  toasts.showUndo.mock.lastCall?.[1].undo()
  await vi.waitFor(() => expect(toasts.showInfo).toHaveBeenCalledWith('Northfold is back in the shop'))
  const [address, init] = fetched.mock.calls.find(([called]) => String(called).includes('Restore')) ?? []
  expect([address, init?.method]).toEqual(['/api/brandRestore/1', 'PUT'])
  expect(onRestored).toHaveBeenCalledWith(northfold)
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

test('restoring an entry elsewhere withdraws its Undo toast', async () => {
  await deleteNorthfold()
  await restoreEntry(client, { kind: brandKind, _id: northfold._id, name: 'Northfold' })
  expect(toasts.withdrawUndo.mock.calls).toEqual([[northfold._id]])
})

test('an entry that could not be restored keeps its Undo toast', async () => {
  await deleteNorthfold()
  fetched.mockRejectedValue(new TypeError('no network'))
  await restoreEntry(client, { kind: brandKind, _id: northfold._id, name: 'Northfold' })
  expect(toasts.withdrawUndo).not.toHaveBeenCalled()
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
  [
    brandKind,
    ['Delete', 'Your Product Delete Succwssfully', 'DELETE /api/brandDelete/7', 'PUT /api/brandRestore/7'],
  ],
  [
    coffeeKind,
    [
      'Delete',
      'Your Product Delete Succwssfully',
      'DELETE /api/packetNameDelete/7',
      'PUT /api/packetNameRestore/7',
    ],
  ],
  [
    packetKind,
    ['Delete Now', 'Your Product Delete Successfully', 'DELETE /api/packet/7', 'PUT /api/packetRestore/7'],
  ],
])(
  'each kind has its button, its toast and its calls: %#',
  async ({ deleteText, deletedToast, remove, restore }, expected) => {
    await remove('7')
    await restore('7')
    const calls = fetched.mock.calls.map(([address, init]) => `${init?.method} ${String(address)}`)
    expect([deleteText, deletedToast, ...calls]).toEqual(expected)
  },
)

function deleteNorthfold(): Promise<unknown> {
  return new MutationObserver(client, deletion(brandKind, { client, onRestored })).mutate(northfold)
}
