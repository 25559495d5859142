import { expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { pagePaths } from '#client/lib/page-paths.ts'
import { findRoute, routes } from './routes.tsx'

test('these are the pages, and who may see them', () => {
  expect(routes.map(({ path, guard, title }) => `${path} ${guard} ${title}`)).toMatchInlineSnapshot(`
    [
      "/ public Crema",
      "/login public Log In",
      "/register public Sign Up",
      "/contact public Contact",
      "/myCart signedIn My Cart",
      "/coffeeDetails/:id signedIn Coffee",
      "/bagDetails/:id signedIn Coffee bag",
      "/menu admin My Shop: brands",
      "/menu/coffee admin My Shop: coffee names",
      "/menu/packet admin My Shop: packets",
      "/menu/deleted admin My Shop: deleted",
      "/dashboard admin Single Item Product",
      "/dashboard/fullItem admin Full Item Product",
      "/dashboard/allUsers admin All User",
      "/dashboard/addProduct admin Add Brand",
      "/dashboard/addProduct/coffeeName admin Add Coffee Name",
      "/dashboard/addProduct/coffeePacket admin Add Packet",
      "/dashboard/messages admin Inbox",
      "/dashboard/messages/outbox admin Outbox",
      "/dashboard/messages/audit admin Audit log",
      "/dashboard/:id admin Full order",
    ]
  `)
})

test('every address pattern has its page', () => {
  expect(routes.map(({ path }) => path)).toEqual([...pagePaths])
})

test.each([pages.home, pages.login, pages.register, pages.contact, pages.cart])('%s is a page', (address) => {
  expect(findRoute(address)?.path).toBe(address)
})

test.each([
  [pages.shop, '/menu'],
  [pages.shopPackets, '/menu/packet'],
  [pages.dashboard, '/dashboard'],
  [pages.users, '/dashboard/allUsers'],
  [pages.addPacket, '/dashboard/addProduct/coffeePacket'],
  [pages.outbox, '/dashboard/messages/outbox'],
  [pages.fullOrder('0190'), '/dashboard/:id'],
])('%s is the page %s', (address, path) => {
  expect(findRoute(address)?.path).toBe(path)
})

test('all of shop management and the dashboard is for admins', () => {
  const others = routes.filter(({ path, guard }) => /^\/(menu|dashboard)/.test(path) && guard !== 'admin')
  expect(others).toEqual([])
})

test('details pages are found by any id', () => {
  expect(findRoute(pages.coffeeDetails('a/b'))?.path).toBe('/coffeeDetails/:id')
  expect(findRoute(pages.bagDetails('7'))?.path).toBe('/bagDetails/:id')
})

test.each(['/nope', '/mycart', '/coffeeDetails', '/coffeeDetails/1/2', '/dashboard/1/2', '/menu/tea'])(
  '%s is no page',
  (address) => {
    expect(findRoute(address)).toBeUndefined()
  },
)
