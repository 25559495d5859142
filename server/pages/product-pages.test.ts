import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PageState } from '#contract/pages.ts'
import { chosenSize } from '#contract/values/product-pages.ts'
import { shopOrigin } from '#test/calls.ts'
import { archive, changeCatalogue, putInStock, setPrice } from '#test/catalogue.ts'
import { forEveryone, forSignedIn, saveOpening } from '#test/selling/opening.ts'
import { plainPages } from '#test/plain-pages.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import type { PageSource } from './built-pages.ts'

const rendered: string[] = []

/** Pages that show the names and prices of the products in their state. */
const source: PageSource = {
  ...plainPages,
  renderer: async () => ({
    ...(await plainPages.renderer()),
    pageKey: (path) => (path === '/404' ? 'unknown' : path.replace(/^(\/\w+)\/.*/, '$1')),
    renderPage: (path, { coffee, brand }) => {
      rendered.push(path)
      const name = (coffee && chosenSize(coffee).name) ?? brand?.category_name ?? 'nothing'
      return {
        status: path === '/404' ? 404 : 200,
        title: name,
        description: `About ${name}`,
        html: `<p>${name}</p>`,
      }
    },
  }),
}

describe.each(anyStore)('product pages', ({ fresh }) => {
  const shop = givenShop(fresh, { source, env: { TRUST_PROXY: '1' } })
  let cora: TestPerson
  const bag = () => `/bagDetails/${shop.shelves.packet.id}/house-blend`
  const farm = () => `/coffeeDetails/${shop.shelves.brand.id}/hill-farm`
  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })
  const rename = (name: string) =>
    changeCatalogue(shop.database, (tx) =>
      tx.updateTable('products').set({ name }).where('id', '=', shop.shelves.packet.id).execute(),
    )

  beforeAll(async () => void (cora = await shop.person('Cora')))
  beforeEach(() => saveOpening(shop.database, forEveryone))

  function stateIn(html: string): PageState {
    const [, json = ''] = /id="page-state">(.*?)<\/script>/.exec(html) ?? []
    return JSON.parse(json)
  }

  test('contain their data for visitors and for signed-in users', async () => {
    const visitor = await get(bag())
    expect([visitor.statusCode, visitor.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect(stateIn(visitor.body)).toMatchObject({
      signedIn: false,
      coffee: { _id: shop.shelves.packet.id, sizes: [{ name: 'House Blend', price: '19.99' }] },
      grinds: { grinds: expect.arrayContaining(['Whole beans']) },
    })
    const member = stateIn((await get(farm(), { cookie: cora.cookie })).body)
    expect(member).toMatchObject({
      signedIn: true,
      brand: { coffees: [{ name: 'Espresso' }, { name: 'Lungo' }] },
    })
    expect(member).not.toHaveProperty('grinds')
  })

  test('have a canonical URL, a preview and structured data', async () => {
    const { body } = await get(bag())
    const url = `${shopOrigin}${bag()}`
    expect(body).toContain(`<link rel="canonical" href="${url}">`)
    expect(body).toContain(`<meta property="og:url" content="${url}">`)
    expect(body).toContain('<meta property="product:price:amount" content="19.99">')
    expect(body).toMatch(/property="og:image" content="http[^"]+"/)
    const [product, breadcrumbs] = [...body.matchAll(/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
      JSON.parse(json),
    )
    expect(product).toMatchObject({
      '@type': 'Product',
      'name': 'House Blend',
      'offers': { price: '19.99', url },
    })
    expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList' })
  })

  test('include the home page, which shows the coffees to everyone, and only one of them left at once', async () => {
    const home = async () => stateIn((await get('/')).body)
    expect((await home()).list?.found.coffees.map(({ name }) => name)).toEqual([
      'Espresso',
      'Lungo',
      'House Blend',
    ])
    expect(await home()).not.toHaveProperty('bags')
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 2 }, [
      shop.shelves.espresso,
      250,
    ])
    const left = async () => (await home()).list?.found.coffees[0]?.sizes[0]?.left
    expect(await left()).toBe(2)
    rendered.length = 0
    expect(await left()).toBe(2)
    expect(rendered, 'nothing has changed').toEqual([])
    await shop.database.write(({ tx }) =>
      tx.updateTable('stocks').set({ remaining: 1 }).where('id', '=', stock).execute(),
    )
    expect(await left()).toBe(1)
    await saveOpening(shop.database, forSignedIn)
    expect(await home()).toMatchObject({
      coffees: [{ category_name: 'Hill Farm' }, { category_name: 'Empty Farm' }],
    })
    expect(await home()).not.toHaveProperty('list')
  })

  test('list the coffees as the address says, and search engines leave filtered lists out', async () => {
    const list = async (search: string) => {
      const { body, headers } = await get(`/coffees${search}`)
      const [, canonical = ''] = /rel="canonical" href="([^"]*)"/.exec(body) ?? []
      const { found, search: read } = stateIn(body).list ?? {}
      return {
        read,
        canonical,
        names: found?.coffees.map(({ name }) => name),
        robots: headers['x-robots-tag'],
      }
    }
    const names = ['Espresso', 'Lungo', 'House Blend']
    const canonical = `${shopOrigin}/coffees`
    expect(await list('?utm_source=x')).toEqual({ read: '', canonical, names, robots: undefined })
    expect(await list('?page=2')).toMatchObject({ canonical: `${canonical}?page=2`, robots: undefined })
    expect(await list('?x&sort=name&decaf=&page=1')).toEqual({
      read: '?sort=name',
      canonical: `${canonical}?sort=name`,
      names: ['Espresso', 'House Blend', 'Lungo'],
      robots: 'noindex',
    })
    expect(await list('?roast=3&roast=2')).toMatchObject({ read: '?roast=2&roast=3', names: [] })
    expect((await get('/coffees/?page=2')).headers['location']).toBe('/coffees?page=2')
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [
      shop.shelves.espresso,
      250,
    ])
    expect((await list('?inStock=yes')).names).toEqual(['Lungo', 'House Blend'])
    await shop.database.write(({ tx }) =>
      tx.updateTable('stocks').set({ remaining: 1 }).where('id', '=', stock).execute(),
    )
    expect((await list('?inStock=yes')).names).toEqual(names)
    await changeCatalogue(shop.database, (tx) => tx.updateTable('products').set({ stock_id: null }).execute())
  })

  test('of a bag that is a size of a coffee has the coffee’s canonical URL, and is shown at its own address', async () => {
    const { packet, espresso } = shop.shelves
    const sizeOf = (coffee_id: string | null) =>
      changeCatalogue(shop.database, (tx) =>
        tx.updateTable('products').set({ coffee_id }).where('id', '=', packet.id).execute(),
      )
    await sizeOf(espresso.id)
    const { statusCode, body } = await get(bag())
    expect(statusCode).toBe(200)
    const url = `${shopOrigin}/coffee/${espresso.id}/espresso`
    expect(body).toContain(`<link rel="canonical" href="${url}">`)
    expect(body).toContain('<meta property="og:title" content="House Blend">')
    expect(stateIn(body).coffee).toMatchObject({ _id: espresso.id, chosen: packet.id })
    const [, json = ''] = /ld\+json">(.*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(json)).toMatchObject({
      name: 'Espresso',
      url,
      offers: [{ price: '2.50' }, { price: '19.99' }],
    })
    await sizeOf(null)
  })

  test('are redirected to from every other address of the product, with the query', async () => {
    const { packet, brand, espresso } = shop.shelves
    for (const [from, to] of [
      [`/bagDetails/${packet.id}`, bag()],
      [`/bagDetails/${packet.id}/`, bag()],
      [`/bagDetails/${packet.id}/old-name?utm=1&b=%2F`, `${bag()}?utm=1&b=%2F`],
      [`/coffee/${packet.id}`, bag()],
      [`/coffee/${espresso.id}`, `/coffee/${espresso.id}/espresso`],
      [`/bagDetails/${espresso.id}?x=1`, `/coffee/${espresso.id}/espresso?x=1`],
      [`/coffeeDetails/${brand.id}?x=//evil.example`, `${farm()}?x=//evil.example`],
    ] as const) {
      const { statusCode, headers } = await get(from)
      expect([statusCode, headers['location'], headers['cache-control']]).toEqual([301, to, 'no-cache'])
    }
  })

  test.each([
    ['Ελληνικός', 'ελληνικός'],
    ['云南咖啡', '云南咖啡'],
    ['Crème & Co', 'crème-co'],
  ])('carry the name %s in their address, however it is encoded', async (name, slug) => {
    await rename(name)
    const plain = `/bagDetails/${shop.shelves.packet.id}`
    const { headers } = await get(plain)
    expect(headers['location']).toBe(`${plain}/${encodeURIComponent(slug)}`)
    for (const address of [encodeURI(`${plain}/${slug}`), encodeURI(`${plain}/${slug}`).toLowerCase()])
      expect((await get(address)).statusCode).toBe(200)
    await rename('House Blend')
  })

  test('have no name in their address if nothing of it can be in one', async () => {
    await rename('☕️')
    expect((await get(`/bagDetails/${shop.shelves.packet.id}`)).statusCode).toBe(200)
    expect((await get(`/bagDetails/${shop.shelves.packet.id}/x`)).headers['location']).toBe(
      `/bagDetails/${shop.shelves.packet.id}`,
    )
    await rename('House Blend')
    expect((await get(`/bagDetails/${shop.shelves.packet.id}`)).statusCode).toBe(301)
  })

  test('are rendered once, also for parallel requests, and again after a change of the price', async () => {
    rendered.length = 0
    await setPrice(shop.database, shop.shelves.packet, 1899)
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(bag())))
    expect(new Set(responses.map(({ body }) => stateIn(body).coffee?.sizes[0]?.price))).toEqual(
      new Set(['18.99']),
    )
    expect(rendered).toEqual([bag()])
    const again = await get(bag(), { 'if-none-match': String(responses[0]?.headers['etag']) })
    expect(again.statusCode).toBe(304)
    await setPrice(shop.database, shop.shelves.packet, 1999)
    expect(stateIn((await get(bag())).body).coffee?.sizes[0]?.price).toBe('19.99')
  })

  test('show at once how much is left, although no event says so', async () => {
    const { packet } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 2 }, [packet, 1000])
    const left = async () => stateIn((await get(bag())).body).coffee?.sizes[0]?.left
    expect(await left()).toBe(2)
    rendered.length = 0
    await Promise.all([get(bag()), get(bag())])
    expect(rendered).toEqual([])
    await shop.database.write(({ tx }) =>
      tx.updateTable('stocks').set({ remaining: 0 }).where('id', '=', stock).execute(),
    )
    expect(await left()).toBe(0)
    expect((await get(bag())).body).toContain('https://schema.org/OutOfStock')
    await changeCatalogue(shop.database, (tx) => tx.updateTable('products').set({ stock_id: null }).execute())
  })

  test('do not exist for products that are not on sale, and exist again when they are restored', async () => {
    await archive(shop.database, shop.shelves.packet)
    const gone = await get(bag())
    expect([gone.statusCode, gone.body.includes('House Blend')]).toEqual([404, false])
    await archive(shop.database, shop.shelves.packet, null)
    expect((await get(bag())).statusCode).toBe(200)
    for (const odd of ['/bagDetails/nothing', `/coffeeDetails/${shop.shelves.packet.id}`])
      expect((await get(odd)).statusCode, odd).toBe(404)
  })

  test.each([forSignedIn, { isOpen: false, productsFor: 'everyone' } as const])(
    'say nothing about the product with the opening %j',
    async (opening) => {
      await get(bag())
      await saveOpening(shop.database, opening)
      const page = await get(bag())
      expect(page.statusCode).toBe(200)
      expect(page.body).not.toContain('House Blend')
      expect(page.body).not.toContain('canonical')
      expect((await get('/coffees')).body).not.toMatch(/House Blend|canonical/)
      expect((await get(`/bagDetails/${shop.shelves.packet.id}`)).statusCode).toBe(200)
    },
  )

  test('are rendered for one address a limited number of times, and sent from the cache without a limit', async () => {
    const from = { 'x-forwarded-for': '192.0.2.7' }
    // Stops the clock, so that the client is allowed no further pages while a slow machine sends the requests.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const statuses: number[] = []
    for (let at = 0; at < 320; at++)
      statuses.push((await get(`/bagDetails/no-such-product-${at}`, from)).statusCode)
    expect(statuses.slice(0, 300)).toEqual(Array.from({ length: 300 }, () => 404))
    expect(statuses.at(-1)).toBe(429)
    await get(bag())
    expect((await get(bag(), from)).statusCode).toBe(200)
  })

  test('have the same calls for visitors and signed-in users, from the cache', async () => {
    const params = { id: shop.shelves.packet.id }
    const [visitor, member] = [
      await shop.send('GET /bagDetails/{id}', { params }),
      await cora.send('GET /bagDetails/{id}', { params }),
    ]
    expect(visitor.status).toBe(200)
    expect([member.text, member.headers['etag']]).toEqual([visitor.text, visitor.headers['etag']])
    const again = await shop.send('GET /bagDetails/{id}', {
      params,
      headers: { 'if-none-match': String(visitor.headers['etag']), 'authorization': 'Bearer expired' },
    })
    expect(again.status).toBe(304)
    expect((await shop.call('GET /grinds', {})).answer).not.toHaveProperty('last')
  })
})
