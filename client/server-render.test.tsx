import { expect, test } from 'vitest'
import type { CoffeeList, ListedCoffee } from '#contract/catalogue.ts'
import type { PageRenderer, PageState } from '#contract/pages.ts'
import { homeSection } from '#contract/shop/choices.ts'
import { DEFAULT_PROFILE, DEMO_OPENING, pageShopOf } from '#contract/shop/profile.ts'
import { LIST_PAGE, listFacets } from '#contract/values/facts/coffee-list.ts'
import { OWN_MAIL_IDS } from '#contract/values/contact.ts'
import { DEMO_PROFILE } from '#contract/shop/demo-profile.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { demoTexts } from '#test/shop/demo-texts.ts'
import { hillRoasters } from '#test/shop/hill-roasters.ts'
import { pageKey, renderMail, renderPage } from './server-render.tsx'

const none = { count: 0, average: 0, newest: [] }
const img = '/images/0123456789abcdef-c08a5b-800.webp'

test('the home page is rendered as a whole, with its sections in order', () => {
  const { status, title, html } = renderPage('/', { ...anonymous(), coffees: [brand()], bags: [bag()] })
  expect(status).toBe(200)
  expect(title).toContain('Crema')
  expectInOrder(html, [
    'Buy Coffee',
    'About Us',
    'See Our All Coffee Category',
    'Quarry Bell',
    'Ratting',
    'See Coffee',
    'CREATE A NEW STORY WITH US',
    'See Our All Coffee Bags Category',
    'Slow Sunday',
    'See Details',
    'OUR CUSTOMER REVIEW',
  ])
  expect(html).toContain('href="/coffeeDetails/b1"')
  expect(html).toContain('href="/bagDetails/p1"')
  expect(html.match(/aria-roledescription="slide"/g)).toHaveLength(3)
})

test('a new shop begins with its coffees, and leaves out what its owner has not written', () => {
  const profile = { ...DEFAULT_PROFILE, name: 'Hill' }
  const { html } = renderPage('/', withCoffees(profile, 1))
  expectInOrder(html, [
    '<h1',
    'Hill',
    'Buy coffee',
    'About us',
    'Our coffees',
    'Coffee 1',
    'Plum',
    '$12.50',
    '<footer',
  ])
  expect(html).toMatch(/<a [^>]*href="\/contact"[^>]*>About us<\/a>/)
  expect(html).not.toMatch(/story|What our customers say|See all coffees|Quarry Bell|Twelve years on/)
  expect(html).toContain('coffee-grid few-coffees')
})

test('of many coffees, the home page has the first twelve, and a link to all', () => {
  const { html } = renderPage('/', withCoffees(hillRoasters, 200))
  expect(html.match(/class="coffee-card"/g)).toHaveLength(12)
  expect(html).toMatch(/<a [^>]*href="\/coffees"[^>]*>See all coffees<\/a>/)
  expect(html).not.toContain('few-coffees')
})

test('a shop that shows its products to customers only has the brands in place of the coffees', () => {
  const { html } = renderPage('/', { ...realShop(hillRoasters), coffees: [brand()] })
  expectInOrder(html, ['Our coffees', 'Quarry Bell', 'href="/coffeeDetails/b1"'])
  expect(html).not.toContain('coffee-card')
})

test('the sections of the home page are in the order of the owner, with the words of the owner', () => {
  const home = [
    homeSection('reviews', { heading: 'Voices' }),
    homeSection('coffees', { heading: 'Not shown' }, false),
    {
      ...homeSection('text', { heading: 'The drum', button: 'Visit us' }),
      text: 'One.\n\nTwo.',
      picture: img,
    },
    homeSection('brands', { heading: 'Farms', button: 'Look' }),
  ]
  const { html } = renderPage('/', { ...realShop({ ...hillRoasters, home }), coffees: [brand()] })
  expectInOrder(html, [
    '<h1 tabindex="-1" class="sr-only">Hill Roasters</h1>',
    'Voices',
    'Marta Nunes',
    '<img src="/images/0123456789abcdef',
    'The drum',
    '<p>One.</p><p>Two.</p>',
    'Visit us',
    'id="coffees"',
    'Farms',
    'Look',
    '<footer',
  ])
  expect(html).not.toMatch(/Not shown|Our story|hero-banner/)
})

test('a real shop shows the story, the reviews, the contact and the networks of its owner, and nothing of the demo', () => {
  for (const path of ['/', '/login', '/register', '/contact', '/legal/imprint', '/nope', '/myCart']) {
    const { title, description, html } = renderPage(path, realShop(hillRoasters))
    expect(title).toContain('Hill Roasters')
    for (const demoText of demoTexts()) expect(title + description + html).not.toContain(demoText)
    expectInOrder(html, [
      'aria-label="Hill Roasters, to the home page"',
      '<span class="shop-name">Hill Roasters</span>',
      'class="page-footer"',
      hillRoasters.tagline,
      'Mon to Fri 8:00 to 17:00',
      'Rua da Rosa 7',
      'href="tel:+351912345678"',
      'href="mailto:hello@hill.example"',
      'href="https://www.instagram.com/hillroasters"',
      'href="https://social.example/@hillroasters"',
      String(new Date().getUTCFullYear()),
      'href="/legal/imprint"',
      'href="/legal/delivery"',
    ])
    expect(html).not.toContain('YouTube')
  }
  const { html } = renderPage('/', realShop(hillRoasters))
  expectInOrder(html, [
    hillRoasters.hero.sentence,
    '<p>The pan hangs on the wall now',
    'Marta Nunes',
    'Oskar Berg',
  ])
})

test('a logo of the owner is a small picture beside the name of the shop, which the demo leaves out', () => {
  const { html } = renderPage('/contact', realShop({ ...hillRoasters, logo: img }))
  expect(html).toMatch(
    /class="logo"[^>]*><img class="own-logo"[^>]*\/images\/0123456789abcdef-c08a5b-240.webp 240w/,
  )
  expect(html).toMatch(/<img class="own-logo"[^>]*><span class="shop-name">Hill Roasters<\/span><\/a>/)
  const demo = anonymous()
  const { settings } = demo
  const withLogo = { ...demo, settings: { ...settings, shop: { ...settings.shop, logo: img } } }
  expect(renderPage('/contact', withLogo).html).not.toContain('shop-name')
})

test('a legal page is rendered with its text, and is not found without one', () => {
  const state = { ...realShop(hillRoasters), legal: { page: 'terms' as const, html: '<h2>Orders</h2>' } }
  const terms = renderPage('/legal/terms', state)
  expect([terms.status, terms.title]).toEqual([200, 'Terms · Hill Roasters'])
  expectInOrder(terms.html, ['<h1', 'Terms', '<h2>Orders</h2>'])
  const legal = { ...hillRoasters.legal, terms: '' }
  const missing = renderPage('/legal/terms', realShop({ ...hillRoasters, legal }))
  expect(missing.status).toBe(404)
  expect(missing.html).not.toContain('href="/legal/terms"')
})

test('the title of the home page is the name with the tagline, or only the name', () => {
  expect(renderPage('/', anonymous()).title).toBe('Crema, small-batch coffee')
  const { title, description } = renderPage('/', realShop(hillRoasters))
  expect(title).toBe(`Hill Roasters · ${hillRoasters.tagline}`)
  expect(description).toBe(hillRoasters.hero.sentence)
  expect(renderPage('/', realShop({ ...hillRoasters, tagline: '' })).title).toBe('Hill Roasters')
})

test('the layout has the links, the logo, the tagline, the icons and the year of the specification', () => {
  const { html } = renderPage('/contact', anonymous())
  for (const [to, text] of LINKS) expect(html).toMatch(new RegExp(`<a [^>]*href="${to}"[^>]*>${text}</a>`))
  expect(html).toMatch(/class="logo"[^>]*><img/)
  expect(html).toContain('class="tagline"')
  expect(html.match(/role="img"/g)?.length).toBeGreaterThanOrEqual(3)
  expect(html).toContain('2022')
})

test('a real shop has a short menu, the account and the cart in the header, and no links for admins', () => {
  const visitor = renderPage('/contact', realShop(hillRoasters)).html
  expectInOrder(visitor, [
    'Hill Roasters, to the home page',
    'href="/#coffees">Coffees</a>',
    'href="/#story">Our story</a>',
    'href="/contact">Contact</a>',
    '>Log in</a>',
    'href="/myCart"',
    '>Cart<',
    '<main',
  ])
  expect(visitor).not.toMatch(/href="\/(menu|dashboard)"|My Cart|>Home<|Sign Out/)
  const customer = renderPage('/contact', { ...realShop(hillRoasters), signedIn: true }).html
  expect(customer).toMatch(/<a [^>]*href="\/account"[^>]*>(<svg.*?<\/svg>)?Account<\/a>/)
  expect(customer).not.toMatch(/Log in|Sign out/)
  const withoutStory = { ...hillRoasters, story: { text: '', picture: '', pictureText: '' } }
  expect(renderPage('/contact', realShop(withoutStory)).html).not.toContain('Our story')
})

test('in a real shop, pages for admins have neither the header nor the footer of the shop', () => {
  for (const path of ['/dashboard', '/menu', '/menu/packet']) {
    expect(renderPage(path, realShop(hillRoasters)).html).not.toMatch(/<header|<footer/)
    expect(renderPage(path, anonymous()).html).toMatch(/<header.*<footer/s)
  }
  expect(renderPage('/myCart', realShop(hillRoasters)).html).toMatch(/<header.*<footer/s)
})

test('a page carries its key, so that no other page is hydrated in its place', () => {
  expect(renderPage('/contact', anonymous()).html).toContain('data-page="/contact"')
  expect(renderPage('/nope', anonymous()).html).toContain('data-page="unknown"')
})

test('the link to the open page is marked, and no link is marked on an unknown page', () => {
  expect(renderPage('/contact', anonymous()).html).toMatch(/aria-current="page" href="\/contact"/)
  expect(renderPage('/menu/nope', anonymous()).html).not.toContain('aria-current')
})

test.each([true, false])(
  'the stars of the owner are shown if the owner wants that: %s',
  (showsOwnRatings) => {
    const coffees = [{ _id: 'b1', category_name: 'Hill Farm', img, ratting: 4 }]
    const { html } = renderPage('/', { ...realShop({ ...hillRoasters, showsOwnRatings }), coffees, bags: [] })
    expect(html).toContain('Hill Farm')
    expect(html.includes('class="stars"')).toBe(showsOwnRatings)
  },
)

test('visitors see Login, and signed-in people see Sign Out', () => {
  const visitor = renderPage('/contact', anonymous()).html
  expect(visitor).toContain('>Login</a>')
  expect(visitor).not.toContain('Sign Out')
  const shopper = renderPage('/contact', { ...anonymous(), signedIn: true }).html
  expect(shopper).toContain('Sign Out')
  expect(shopper).not.toContain('>Login</a>')
})

test.each([
  ['/login', 'Log In'],
  ['/register', 'Sign Up'],
  ['/contact', '<textarea'],
])('%s is rendered as a whole', (path, text) => {
  const { status, html } = renderPage(path, anonymous())
  expect(status).toBe(200)
  expect(html).toContain(text)
  // The form must do nothing if it is submitted before the scripts have loaded.
  expect(html).toContain('method="dialog"')
  expect(html).toContain('<noscript>')
})

test.each(['/myCart', '/coffeeDetails/b1', '/bagDetails/p1', '/dashboard'])(
  '%s is the layout with a loading bar, and a note for browsers without scripts',
  (path) => {
    const { status, html } = renderPage(path, { ...anonymous(), signedIn: true })
    expect(status).toBe(200)
    expect(html).toContain('role="progressbar"')
    expect(html).toMatch(/<noscript><p[^>]*>This page needs JavaScript/)
  },
)

test('the page of a packet is rendered as a whole for a visitor who may see the products', () => {
  const bagOnly = { ...product('Sunday Bag', '12.50'), _id: 'p1', weight: 250 }
  const coffee = { _id: 'p1', chosen: 'p1', sizes: [bagOnly], related: [], reviews: none }
  const state = { ...publicShop(), coffee, grinds: { grinds: ['Whole beans', 'Filter'] } }
  const { status, title, description, html } = renderPage('/bagDetails/p1/sunday-bag', state)
  expect(status).toBe(200)
  expect(title).toMatch(/^Sunday Bag · /)
  expect(description).toBe('Sunday Bag, $12.50. Dark and sweet.')
  expectInOrder(html, [
    'data-page="/bagDetails/p1"',
    '<h1',
    'Sunday Bag',
    'Dark and sweet.',
    'Filter',
    '$12.50',
    '250\u00a0g, $50.00/kg',
    'Buy Now',
  ])
  expect(html).toContain('fetchPriority="high"')
  expect(html).not.toMatch(/role="progressbar"|skeleton| style=/)
})

test('the page of a coffee is rendered as a whole, with its facts, sizes and brew guide, and only these', () => {
  const facts = {
    roast: 2,
    notes: ['Bergamot', 'Apricot'],
    origins: [{ country: 'ET', region: 'Sidama', process: 'Washed' }],
    brews: [{ method: 'V60', doseGrams: 15, waterGrams: 250, celsius: 94, seconds: 165 }],
  }
  const small = { ...product('Sidama', '12.50'), _id: 'c1', weight: 250, facts }
  const large = { ...product('Sidama Kilo', '44.00'), _id: 'p1', weight: 1000, left: 0 }
  const other = { ...listed('Kivu', '9.00'), _id: 'c2', notes: ['Plum'] }
  const brandName = { _id: 'b1', category_name: 'Quarry Bell' }
  const page = { _id: 'c1', sizes: [small, large], brand: brandName, related: [other], reviews: none }
  const state = { ...publicShop(), grinds: { grinds: ['Whole beans'] } }
  const { title, description, html } = renderPage('/coffee/c1/sidama', {
    ...state,
    coffee: { ...page, chosen: 'c1' },
  })
  expect(title).toMatch(/^Sidama · /)
  expect(description).toBe('Sidama, $12.50. Bergamot, Apricot. Dark and sweet.')
  expectInOrder(html, [
    'data-page="/coffee/c1"',
    'Go Back',
    '<h1',
    'Sidama',
    'Quarry Bell',
    'Bergamot, Apricot',
    'Ratting',
    'Sidama, Ethiopia',
    'Washed',
    'Light',
    'aria-label="2 of 5"',
    '$50.00/kg',
    '1\u00a0kg',
    'Sold out',
    'Buy Now',
    'Dark and sweet.',
    'V60',
    '16.7',
    '2:45',
    'If you like this one',
    'href="/coffee/c2/kivu"',
  ])
  expect(html).not.toMatch(/Altitude|Good for|Certificates/)
  const bagPage = renderPage('/bagDetails/p1/sidama-kilo', { ...state, coffee: { ...page, chosen: 'p1' } })
  expectInOrder(bagPage.html, ['<h1', 'Sidama Kilo', 'Sidama, Ethiopia'])
  expect(bagPage.title).toMatch(/^Sidama Kilo · /)
})

test('the list of coffees is rendered as a whole, with the filters and the page of its address', () => {
  const empty = { suitedFor: [], taste: [], process: [], country: [], decaf: [] }
  const roasts = [
    { value: '2', count: 30 },
    { value: '4', count: 0 },
  ]
  const facets = { ...empty, roast: roasts, inStock: [{ value: 'yes', count: 29 }] }
  const [small, large] = [listed('Harar', '9.00'), listed('Harar Kilo', '30.00')]
  const sizes = [...small.sizes, ...large.sizes.map((size) => ({ ...size, weight: 1000, left: 0 }))]
  const coffees = [
    { ...small, notes: ['Plum'], line: 'Ethiopia · Light', sizes },
    { ...listed('Sunday Bag', '5.00'), kind: 'packet' as const },
  ]
  const { title, html } = renderPage('/coffees', {
    ...publicShop(),
    list: {
      search: '?roast=2&page=2',
      query: { roast: ['2'], page: '2' },
      found: { coffees, total: 30, all: 40, facets },
    },
  })
  expect(title).toMatch(/^Coffees · /)
  expectInOrder(html, [
    'data-page="/coffees?roast=2&amp;page=2"',
    'In stock',
    'name="roast" checked="" value="2"',
    'disabled="" name="roast" value="4"',
    'Medium dark',
    '30 of 40 coffees',
    'aria-label="Light, remove this filter" href="/coffees"',
    'href="/coffee/harar/harar"',
    'Plum',
    'Ethiopia · Light',
    '$9.00',
    '1\u00a0kg, $30.00/kg',
    'Sold out',
    'href="/bagDetails/sunday%20bag/sunday-bag"',
    'href="/coffees?roast=2"',
    'Page 2 of 2',
  ])
  expect(html).not.toMatch(/role="progressbar"|skeleton| style=|Country/)
})

test('the page of a brand is rendered as a whole, also for a signed-in user', () => {
  const brandDetails = {
    ...brand(),
    coffees: [product('Harar', '9.00'), { ...product('Yirga', '11.00'), left: 0 }],
  }
  const { title, description, html } = renderPage('/coffeeDetails/b1/quarry-bell', {
    ...publicShop(),
    signedIn: true,
    brand: brandDetails,
  })
  expect(title).toMatch(/^Quarry Bell · /)
  expect(description).toBe('Quarry Bell: Harar $9.00, Yirga $11.00')
  expectInOrder(html, ['Quarry Bell', '2 coffees', 'Harar', 'Buy Now', 'Yirga', 'Sold out'])
})

test('the home page links to the canonical addresses of products if everyone may see them', () => {
  const { html } = renderPage('/', { ...publicShop(), coffees: [brand()], bags: [bag()] })
  expect(html).toContain('href="/coffeeDetails/b1/quarry-bell"')
  expect(html).toContain('href="/bagDetails/p1/sunday-bag"')
})

test.each(['/nope', '/coffeeDetails', '/mycart'])('%s has status 404 and a link to the shop', (path) => {
  const { status, html } = renderPage(path, anonymous())
  expect(status).toBe(404)
  expect(html).toContain('Sorryyyyyyy, We Have Nothing This URL')
  expect(renderPage(path, realShop(hillRoasters)).html).toContain('Sorry, there is nothing at this address')
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Back to the shop<\/a>/)
})

test('without its lists the home page is rendered with skeletons', () => {
  expect(renderPage('/', anonymous()).html).toContain('skeleton')
})

test.each(['/', '/login', '/nope', '/myCart'])('%s has no inline style and no inline script', (path) => {
  const { html } = renderPage(path, { ...anonymous(), coffees: [brand()], bags: [bag()] })
  expect(html).not.toMatch(/ style=|<style|<script/)
})

test('paths with the same rendering have the same key', () => {
  const renderer: PageRenderer = { pageKey, renderPage, renderMail }
  expect(renderer.pageKey('/coffeeDetails/1')).toBe(renderer.pageKey('/coffeeDetails/2'))
  expect(pageKey('/nope')).toBe(pageKey('/nothing/here'))
  expect(
    new Set(['/', '/login', '/contact', '/coffeeDetails/1', '/bagDetails/1', '/nope'].map(pageKey)).size,
  ).toBe(6)
})

test.each(['//evil.example', '/%E0%A4%A', '/coffeeDetails/%', '/\\evil', '/a//b', `/${'x'.repeat(5000)}`])(
  'the malformed path %j is rendered',
  (path) => {
    expect(renderPage(path, anonymous()).html).toContain('<main')
  },
)

const LINKS = [
  ['/', 'Home'],
  ['/myCart', 'My Cart'],
  ['/menu', 'My Shop'],
  ['/contact', 'Contact'],
  ['/dashboard', 'Dashboard'],
  ['/login', 'Login'],
] as const

function anonymous(): PageState {
  return {
    signedIn: false,
    settings: {
      demo: true,
      paysAtOnce: true,
      mail: { origin: null, ...OWN_MAIL_IDS },
      tokenSyncUrl: null,
      pictureBase: '',
      sendsMail: false,
      oidcName: null,
      delivers: false,
      hasWithdrawal: false,
      currency: 'USD',
      timeZone: 'UTC',
      shop: pageShopOf(DEMO_PROFILE, DEMO_OPENING),
    },
  }
}

/** Returns the state of a visitor's page in a real shop that is open. */
function realShop(profile: ShopProfile): PageState {
  const state = anonymous()
  return { ...state, settings: { ...state.settings, demo: false, shop: pageShopOf(profile, DEMO_OPENING) } }
}

/** Returns the state of the home page of a real shop that shows so many coffees to everyone. */
function withCoffees(profile: ShopProfile, count: number): PageState {
  const state = realShop(profile)
  const shop = pageShopOf(profile, { isOpen: true, productsFor: 'everyone' })
  const coffees = Array.from({ length: Math.min(count, LIST_PAGE) }, (_, at) => ({
    _id: `c${at}`,
    kind: 'coffee' as const,
    name: `Coffee ${at + 1}`,
    img,
    notes: ['Plum'],
    line: 'Ethiopia, washed',
    sizes: [{ _id: `c${at}`, name: `Coffee ${at + 1}`, price: '12.50', weight: 250 }],
  }))
  // cast: `Object.fromEntries` does not know that all facets are there.
  const facets = Object.fromEntries(listFacets.map((facet) => [facet, []])) as unknown as CoffeeList['facets']
  const list = { search: '', query: {}, found: { coffees, total: count, all: count, facets } }
  return { ...state, settings: { ...state.settings, shop }, list }
}

/** The state of a page in a real shop that shows its products to everyone. */
function publicShop(): PageState {
  const state = anonymous()
  const shop = pageShopOf(DEMO_PROFILE, { isOpen: true, productsFor: 'everyone' })
  return { ...state, settings: { ...state.settings, demo: false, shop } }
}

function product(name: string, price: string) {
  return { _id: name.toLowerCase(), name, img, price, ratting: 4, about: 'Dark and sweet.' }
}

function listed(name: string, price: string): ListedCoffee {
  const _id = name.toLowerCase()
  return { _id, kind: 'coffee', name, img, notes: [], line: '', sizes: [{ _id, name, price }] }
}

function brand() {
  return { _id: 'b1', category_name: 'Quarry Bell', img, ratting: 4 }
}

function bag() {
  return { _id: 'p1', category_name: 'Slow Sunday', img, name: 'Sunday Bag' }
}

function expectInOrder(html: string, texts: string[]): void {
  let from = 0
  for (const text of texts) {
    const at = html.indexOf(text, from)
    expect(at, `${text} after what stands before it`).toBeGreaterThan(-1)
    from = at
  }
}

test('until a shop is open, visitors read that it opens soon, on all pages but those that they need', () => {
  const state = anonymous()
  const contact = {
    email: 'hello@hill.example',
    phone: '+351 912 345 678',
    address: 'Rua do Carmo 12\nLisboa',
  }
  const shop = { ...state.settings.shop, name: 'Hill Roasters', isOpen: false, contact }
  const closed: PageState = { ...state, settings: { ...state.settings, demo: false, shop } }
  for (const path of ['/', '/coffeeDetails/b1', '/myCart', '/checkout']) {
    const { status, title, html } = renderPage(path, closed)
    expect([path, status]).toEqual([path, 200])
    expect(title).toContain('Opening soon')
    expectInOrder(html, ['Hill Roasters opens soon', contact.email, '+351912345678', 'Lisboa'])
    expect(html).not.toMatch(/Buy Coffee|role="progressbar"/)
  }
  for (const path of [
    '/login',
    '/register',
    '/forgotPassword',
    '/resetPassword',
    '/contact',
    '/account',
    '/account/profile',
    '/account/order/o1',
    '/checkout/return/p1',
    '/dashboard',
  ])
    expect([path, renderPage(path, closed).html]).toEqual([path, expect.not.stringContaining('opens soon')])
  const { html } = renderPage('/', { ...closed, signedIn: true })
  expect(html).toContain('role="progressbar"')
  expect(html).not.toMatch(/Buy Coffee|opens soon/)
})
