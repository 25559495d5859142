import { expect, test } from 'vitest'
import { pageTable } from './values/page-table.ts'
import { findPage, htmlKey, pageKey, pages, privatePaths } from './pages.ts'

test('the table has these pages, with these guards and titles', () => {
  const entries = Object.values(pageTable)
  expect(entries.map(({ path, access, title }) => `${path} ${access} ${title}`)).toMatchInlineSnapshot(`
    [
      "/ public ",
      "/login public Log In",
      "/register public Sign Up",
      "/forgotPassword public Forgot your password?",
      "/resetPassword public New password",
      "/confirmSignUp public Confirm your email address",
      "/invitation public Invitation",
      "/withdraw public Withdraw from contract",
      "/subscriptions public Your subscriptions",
      "/gift public A gift for you",
      "/cancel public Cancel contracts here",
      "/contact public Contact",
      "/legal/imprint public Imprint",
      "/legal/privacy public Privacy",
      "/legal/terms public Terms",
      "/legal/delivery public Delivery and returns",
      "/myCart guest My Cart",
      "/checkout guest Checkout",
      "/gift/new/:id guest Give it as a gift",
      "/checkout/return/:id buyer Your order",
      "/account signedIn Your orders",
      "/account/profile signedIn Your details",
      "/account/privacy signedIn Logins and data",
      "/account/confirmEmail signedIn Change your email address",
      "/account/order/:id buyer Receipt",
      "/coffeeDetails/:id product Coffee",
      "/bagDetails/:id product Coffee bag",
      "/coffee/:id product Coffee",
      "/coffees product Coffees",
      "/search product Search",
      "/menu admin My Shop: brands",
      "/menu/coffee admin My Shop: coffee names",
      "/menu/packet admin My Shop: packets",
      "/menu/sort admin My Shop: sort",
      "/menu/prices admin My Shop: prices",
      "/dashboard/start admin Open your shop",
      "/dashboard admin Single Item Product",
      "/dashboard/fullItem admin Full Item Product",
      "/dashboard/allUsers admin All User",
      "/dashboard/addProduct admin Add Brand",
      "/dashboard/addProduct/coffeeName admin Add Coffee Name",
      "/dashboard/addProduct/coffeePacket admin Add Packet",
      "/dashboard/messages staff Inbox",
      "/dashboard/messages/outbox admin Outbox",
      "/dashboard/messages/reviews admin Reviews",
      "/dashboard/messages/audit admin Audit log",
      "/dashboard/discounts admin Discounts",
      "/dashboard/selling admin Selling",
      "/dashboard/settings admin Settings: name and look",
      "/dashboard/settings/home admin Settings: home page",
      "/dashboard/settings/contact admin Settings: contact",
      "/dashboard/settings/legal admin Settings: legal pages",
      "/dashboard/settings/opening admin Settings: opening",
      "/dashboard/new-order staff New order",
      "/dashboard/picklist staff Pick list",
      "/dashboard/picklist/slips staff Packing slips",
      "/dashboard/picklist/labels staff Address labels",
      "/dashboard/payments admin Payment desk",
      "/dashboard/month admin The month",
      "/dashboard/subscriptions admin Subscriptions",
      "/dashboard/subscriptions/:id admin Subscription",
      "/dashboard/parcels staff Parcels",
      "/dashboard/lots staff Roast book",
      "/dashboard/order/:id/slip staff Packing slip",
      "/dashboard/order/:id/receipt admin Receipt",
      "/dashboard/:id staff Full order",
    ]
  `)
})

test('every address leads to its own page', () => {
  const names = Object.entries(pages).map(
    ([name, address]) => [name, typeof address === 'string' ? address : address('0190')] as const,
  )
  expect(names).toHaveLength(Object.keys(pageTable).length)
  for (const [name, address] of names) expect(findPage(address)?.name).toBe(name)
})

test('all pages of shop management and the dashboard are for the staff only', () => {
  const others = Object.values(pageTable).filter(
    ({ path, access }) => /^\/(menu|dashboard)/.test(path) && access !== 'admin' && access !== 'staff',
  )
  expect(others).toEqual([])
})

test.each(['a/b', '7', 'ä ?#', '$&', '%'])('an address carries the id %j, and findPage returns it', (id) => {
  expect(findPage(pages.coffeeDetails(id))).toMatchObject({ path: '/coffeeDetails/:id', id })
})

test('an id that is not valid percent-encoding stays as it is', () => {
  expect(findPage('/bagDetails/%E0%A4%A')).toMatchObject({ name: 'bagDetails', id: '%E0%A4%A' })
})

test.each([
  ['/login/', 'login'],
  ['//', 'home'],
  ['/dashboard/0190/', 'fullOrder'],
])('a slash at the end of %s makes no difference', (path, name) => {
  expect(findPage(path)?.name).toBe(name)
})

test.each([
  '/nope',
  '/mycart',
  '/coffeeDetails',
  '/coffeeDetails/1/2/3',
  '/account/order/1/2',
  '/dashboard/1/2',
  '/menu/tea',
  '//evil.example',
])('%s is no page', (path) => {
  expect(findPage(path)).toBeNull()
  expect(pageKey(path)).toBe('unknown')
})

test('paths with the same page have the same key', () => {
  expect(pageKey('/coffeeDetails/1')).toBe(pageKey('/coffeeDetails/2'))
  expect(pageKey('/coffeeDetails/1')).not.toBe(pageKey('/bagDetails/1'))
})

test('private paths cover every page that is not public, and no public one', () => {
  expect(privatePaths({ isOpen: true, productsFor: 'signedIn' })).toEqual([
    '/myCart',
    '/checkout',
    '/gift/new/',
    '/account',
    '/coffeeDetails/',
    '/bagDetails/',
    '/coffee/',
    '/coffees',
    '/search',
    '/menu',
    '/dashboard',
  ])
  expect(privatePaths({ isOpen: true, productsFor: 'everyone' })).toEqual([
    '/myCart',
    '/checkout',
    '/gift/new/',
    '/account',
    '/menu',
    '/dashboard',
  ])
})

test('the name of a product may follow its id in an address, and nothing the address of a list', () => {
  expect(findPage('/coffees/espresso')).toBeNull()
  expect(findPage('/bagDetails/7/house-blend')).toMatchObject({ name: 'bagDetails', id: '7' })
  expect(findPage('/bagDetails/7/house-blend/')).toMatchObject({ name: 'bagDetails', id: '7' })
})

test('the pages of two products have the same HTML only if they require an account', () => {
  const keys = (productsFor: 'signedIn' | 'everyone') =>
    ['/bagDetails/1', '/bagDetails/2', '/bagDetails/2/name'].map((path) =>
      htmlKey({ pathname: path, search: '' }, { isOpen: true, productsFor }),
    )
  expect(keys('signedIn')).toEqual(['/bagDetails/:id', '/bagDetails/:id', '/bagDetails/:id'])
  expect(keys('everyone')).toEqual(['/bagDetails/1', '/bagDetails/2', '/bagDetails/2'])
  expect(htmlKey({ pathname: '/nope', search: '' }, { isOpen: true, productsFor: 'everyone' })).toBe(
    'unknown',
  )
})
