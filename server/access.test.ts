import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallName } from '#contract/api.ts'
import { calls } from '#contract/api.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { LIVE_PATH } from '#contract/values/live.ts'
import { UPLOAD_PATH } from '#contract/media.ts'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import {
  adas,
  brand,
  coffee,
  coraAddress,
  coraEmail,
  coraItem,
  failedMail,
  fullOrder,
  limitsForAll,
  newDiscount,
  newId,
  newUser,
  packet,
  paidItem,
  payment,
  picture,
  placedCheckout,
  removedItem,
} from '#test/shop/access-world.ts'
import type { World } from '#test/shop/access-world.ts'
import {
  accountRows,
  ADA,
  ADMINS,
  ANYONE,
  asAda,
  asCora,
  CORA,
  HERS,
  lotRows,
  NO_SUBSCRIPTION,
  SIGNED_IN,
  statusOfPacker,
} from '#test/shop/access-of-accounts.ts'
import type { Row, Statuses } from '#test/shop/access-of-accounts.ts'
import { shopOrigin } from '#test/calls.ts'
import { orderOf } from '#test/catalogue.ts'
import { orderToPayLater, saveSelling } from '#test/orders/orders.ts'
import { forEveryone, forSignedIn, saveOpening } from '#test/selling/opening.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

/**
 * The kinds of callers. Each of them sends every API call, and must get the expected status. A visitor is not signed in, and
 * a packer may do what another shopper may, and what `statusOfPacker` has. The carts and orders belong to Cora. The brands,
 * coffees and packets belong to Ada, who is an admin. If an API call of the contract has no expected statuses, this file
 * does not compile.
 */
const WHO = ['a visitor', 'Cora', 'another shopper', 'Ada', 'another admin', 'a packer'] as const

type Who = (typeof WHO)[number]

const ofPacket = ({ shop }: World) => ({ params: { id: shop.shelves.packet.id } })
/** The expected statuses of admins' calls that do not fit the state of what they are about. */
const CONFLICT: Statuses = [401, 403, 403, 409, 409]
const profileOf = async ({ ada }: World) => (await ada.call('GET /shop/profile', {})).answer
/** The row of a call about one order. */
const onOrder = (answers: Statuses, body?: object): Row => ({
  answers,
  sends: async (world) => ({ params: await fullOrder(world), ...(body && { body }) }),
})
const toCoraItem = (body: object) => async (world: World) => ({ params: await coraItem(world), body })

const table: Record<CallName, Row> = {
  ...accountRows,
  ...lotRows,
  'GET /allCoffee': { answers: ANYONE },
  // The shop of the test has no legal texts.
  'GET /legal/{page}': { answers: [404, 404, 404, 404, 404], sends: () => ({ params: { page: 'imprint' } }) },
  'GET /notice': { answers: ANYONE },
  'GET /allPacket': { answers: ANYONE },
  'GET /coffeeDetails/{id}': {
    answers: SIGNED_IN,
    sends: ({ shop }) => ({ params: { id: shop.shelves.brand.id } }),
  },
  'GET /bagDetails/{id}': {
    answers: SIGNED_IN,
    sends: ofPacket,
  },
  'GET /coffee/{id}': {
    answers: SIGNED_IN,
    sends: ({ shop }) => ({ params: { id: shop.shelves.espresso.id } }),
  },
  'GET /coffees': { answers: SIGNED_IN },
  'GET /search': { answers: SIGNED_IN, sends: () => ({ query: { q: 'lungo' } }) },
  'GET /myCarts': { answers: CORA, sends: asCora },
  'POST /orders': {
    answers: CORA,
    sends: ({ shop, cora }) => ({ body: orderOf(cora, shop.shelves.espresso) }),
  },
  'GET /myReview/{id}': {
    answers: SIGNED_IN,
    sends: ({ shop }) => ({ params: { id: shop.shelves.espresso.id } }),
  },
  'PUT /myReview/{id}': {
    answers: [401, 404, 404, 404, 404],
    sends: () => ({ params: { id: 'nothing' }, body: { stars: 5, text: 'Good', brewedWith: '' } }),
  },
  'GET /reviews': { answers: ADMINS },
  'PUT /reviews/{id}': {
    answers: [401, 403, 403, 404, 404],
    sends: () => ({ params: { id: 'nothing' }, body: { state: 'shown' } }),
  },
  'GET /grinds': { answers: SIGNED_IN },
  'GET /roastersChoice/{id}': {
    answers: SIGNED_IN,
    sends: ({ shop }) => ({ params: { id: shop.shelves.espresso.id } }),
  },
  'GET /delivery': { answers: SIGNED_IN, sends: () => ({ query: { timeZone: 'UTC' } }) },
  'PUT /cartQuantity/{id}': { answers: HERS, sends: toCoraItem({ quantity: 1 }) },
  'DELETE /orderDelete/{id}': { answers: HERS, sends: async (world) => ({ params: await coraItem(world) }) },
  'PUT /orderRestore/{id}': { answers: HERS, sends: async (world) => ({ params: await removedItem(world) }) },
  'PUT /singlePayment/{id}': { answers: HERS, sends: toCoraItem({}) },
  'POST /fullOrder': {
    answers: CORA,
    sends: async (world) => ({
      body: { ...coraEmail(world), items: [{ _id: (await coraItem(world)).id }], total: '2.50' },
    }),
  },
  'GET /payment/{id}': { answers: HERS, sends: async (world) => ({ params: await payment(world) }) },
  // The payment is already paid, so Cora cannot cancel it.
  'DELETE /payment/{id}': {
    answers: [401, 409, 404, 404, 404],
    sends: async (world) => ({ params: await payment(world) }),
  },
  'GET /addresses': { answers: SIGNED_IN },
  'POST /addresses': { answers: SIGNED_IN, sends: () => ({ body: lisbonAddress }) },
  'PUT /addresses/{id}': {
    answers: HERS,
    sends: async (world) => ({ params: await coraAddress(world), body: lisbonAddress }),
  },
  'DELETE /addresses/{id}': { answers: HERS, sends: async (world) => ({ params: await coraAddress(world) }) },
  'GET /addressFormat/{country}': { answers: ANYONE, sends: () => ({ params: { country: 'PT' } }) },
  'POST /guestCart': { answers: SIGNED_IN, sends: () => ({ body: { items: [] } }) },
  // Lines of somebody else are left out, as lines that are gone.
  'POST /checkout/quote': {
    answers: SIGNED_IN,
    sends: async (world) => ({
      body: { lines: [(await coraItem(world)).id], country: 'PT', methodId: null },
    }),
  },
  // The shop has no delivery methods, so even Cora cannot check out her own line.
  'POST /checkout': {
    answers: [401, 409, 404, 404, 404],
    sends: async (world) => ({
      body: {
        lines: [(await coraItem(world)).id],
        methodId: 'post',
        address: lisbonAddress,
        note: '',
        total: 250,
        promise: null,
      },
    }),
  },
  'GET /checkout/{id}': { answers: HERS, sends: async (world) => ({ params: await placedCheckout(world) }) },
  'GET /selling': { answers: ADMINS },
  'PUT /selling': {
    answers: ADMINS,
    sends: async () => ({ body: { settings: DEFAULT_SELLING, version: 0 } }),
  },
  'GET /allSubscriptions': { answers: ADMINS },
  'GET /subscriptionsOverview': { answers: ADMINS },
  'GET /subscription/{id}': {
    answers: [401, 403, 403, 404, 404],
    sends: () => ({ params: { id: newId() } }),
  },
  'PUT /subscription/{id}': {
    answers: [401, 403, 403, 404, 404],
    sends: () => ({ params: { id: newId() }, body: { quantity: 1 } }),
  },
  'PUT /subscription/{id}/present': {
    answers: [401, 403, 403, 404, 404],
    sends: () => ({ params: { id: newId() }, body: { productId: null } }),
  },
  'PUT /missedDeliveries/{id}': {
    answers: [401, 403, 403, 404, 404],
    sends: () => ({ params: { id: newId() }, body: { day: '2026-12-01', decision: 'send' } }),
  },
  'GET /discounts': { answers: ADMINS },
  'POST /discounts': { answers: ADMINS, sends: () => ({ body: newDiscount }) },
  'PUT /discounts/{id}': { answers: ADMINS, sends: ofPacket },
  'DELETE /discounts/{id}': { answers: [401, 403, 403, 409, 409], sends: ofPacket },
  'GET /selling/promises': { answers: ADMINS },
  'GET /selling/currency': { answers: ADMINS },
  'PUT /selling/currency': { answers: ADMINS, sends: async () => ({ body: { currency: 'USD' } }) },
  'GET /shop/profile': { answers: ADMINS },
  'PUT /shop/profile/draft': {
    answers: ADMINS,
    sends: async (world) => {
      const { published: profile, version } = await profileOf(world)
      return { body: { profile, version } }
    },
  },
  'POST /shop/profile/publish': {
    answers: ADMINS,
    sends: async (world) => ({ body: { version: (await profileOf(world)).version } }),
  },
  'DELETE /shop/profile/draft': {
    answers: ADMINS,
    sends: async (world) => ({ query: { version: String((await profileOf(world)).version) } }),
  },
  'GET /shop/opening': { answers: ADMINS },
  'PUT /shop/opening': {
    answers: ADMINS,
    sends: async ({ ada }) => ({ body: (await ada.call('GET /shop/opening', {})).answer }),
  },
  'POST /shop/wake': { answers: ADMINS },
  'POST /shop/legal/preview': { answers: ADMINS, sends: async () => ({ body: { text: '# Imprint' } }) },

  'GET /personCoffee': { answers: ADA, sends: asAda },
  'GET /packetName': { answers: ADA, sends: asAda },
  'GET /personPacket': { answers: ADA, sends: asAda },
  'POST /coffeeBrand': { answers: ADA, sends: ({ ada }) => ({ body: brand(ada.email) }) },
  'POST /addNewCoffee': { answers: ADA, sends: ({ ada }) => ({ body: coffee(ada.email) }) },
  'POST /addNewPacket': { answers: ADA, sends: ({ ada }) => ({ body: packet(ada.email) }) },
  'PUT /coffeeBrand/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await adas('brands', world), body: brand(world.asking.email) }),
  },
  'PUT /addNewCoffee/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await adas('coffees', world), body: coffee(world.asking.email) }),
  },
  'PUT /addNewPacket/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await adas('packets', world), body: packet(world.asking.email) }),
  },
  'DELETE /brandDelete/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await adas('brands', world) }),
  },
  'DELETE /packetNameDelete/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await adas('coffees', world) }),
  },
  'DELETE /packet/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await adas('packets', world) }),
  },
  'PUT /brandRestore/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await adas('brands', world, Date.now()) }),
  },
  'PUT /packetNameRestore/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await adas('coffees', world, Date.now()) }),
  },
  'PUT /packetRestore/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await adas('packets', world, Date.now()) }),
  },
  'PUT /entryPosition/{id}': {
    answers: ADMINS,
    sends: ({ shop }) => ({ params: { id: shop.shelves.brand.id }, body: { kind: 'brand', previous: null } }),
  },
  'GET /priceList': { answers: ADMINS },
  'PUT /priceList': {
    answers: ADMINS,
    sends: ({ shop }) => ({ body: { changes: [{ _id: shop.shelves.packet.id }] } }),
  },

  'GET /productStock/{id}': { answers: ADMINS, sends: ofPacket },
  'PUT /productStock/{id}': {
    answers: ADMINS,
    sends: ({ shop }) => ({ params: { id: shop.shelves.packet.id }, body: { use: 'none', shown: null } }),
  },
  'GET /watchedProducts': { answers: SIGNED_IN },
  // This shop sends no mails.
  'PUT /watchedProducts/{id}': { answers: [401, 409, 409, 409, 409], sends: ofPacket },
  'DELETE /watchedProducts/{id}': {
    answers: SIGNED_IN,
    sends: ofPacket,
  },

  'GET /allProducts': { answers: ADMINS },
  'GET /fullProducts': { answers: ADMINS },
  'GET /order/{id}': onOrder(ADMINS),
  'PUT /order/{id}/state': onOrder(ADMINS, { from: 'paid', to: 'packed' }),
  'PUT /order/{id}/address': onOrder(ADMINS, { tellsCustomer: false }),
  'PUT /order/{id}/tracking': onOrder(CONFLICT, { carrier: 'ups', code: '1Z999AA10123456784' }),
  'PUT /order/{id}/notice': onOrder(CONFLICT),
  'POST /order/{id}/notes': onOrder(ADMINS, { body: 'Rang the bell.' }),
  // This shop sends no mails.
  'POST /order/{id}/giftCode': onOrder(CONFLICT),
  'POST /order/{id}/mails': onOrder(CONFLICT, { mailId: 'any' }),
  'POST /order/{id}/refunds': onOrder(ADMINS, { amount: '1.00' }),
  'GET /pickList': { answers: ADMINS },
  'POST /parcels': {
    answers: ADMINS,
    sends: () => ({
      body: { rows: [{ order: '0', code: 'x', carrier: '' }], carrier: 'own', isDryRun: true },
    }),
  },
  'GET /paymentDesk': { answers: ADMINS },
  'GET /heldBags': { answers: ADMINS },
  'PUT /paymentDesk/{id}': {
    answers: [401, 403, 403, 409, 409],
    sends: () => ({ params: { id: newId() }, body: { repair: 'ask' } }),
  },
  'GET /myOrders': { answers: SIGNED_IN },
  'GET /myOrder/{id}': { answers: HERS, sends: async (world) => ({ params: await fullOrder(world) }) },
  'DELETE /myOrder/{id}': {
    answers: HERS,
    sends: async ({ shop, cora }) => ({
      params: { id: (await orderToPayLater(shop.database, cora, shop.shelves.espresso)).id },
    }),
  },
  'PUT /myOrder/{id}/withdrawal': {
    answers: HERS,
    sends: async (world) => {
      await saveSelling(world.shop.database, { hasWithdrawal: true })
      return { params: await fullOrder(world) }
    },
  },
  'GET /fullProduct/{id}': { answers: ADMINS, sends: async (world) => ({ params: await fullOrder(world) }) },
  'PUT /delivery/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await paidItem(world), body: { from: 'Ordered', to: 'Packed' } }),
  },
  'GET /allUser': { answers: ADMINS },
  'PUT /makeAdmin/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await newUser(world, null) }),
  },
  'PUT /makePacker/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await newUser(world, null) }),
  },
  'PUT /removePacker/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await newUser(world, 'Packer') }),
  },
  'GET /shop/start': { answers: ADMINS },
  'POST /invitation': { answers: [401, 422, 422, 200, 200], sends: () => ({ body: { code: 'none' } }) },
  'PUT /removeAdmin/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await newUser(world, 'Admin') }),
  },
  'DELETE /userDelete/{id}': {
    answers: ADMINS,
    sends: async (world) => ({ params: await newUser(world, null) }),
  },
  'PUT /deliveries': {
    answers: ADMINS,
    sends: async (world) => ({
      body: { moves: [{ ...(await paidItem(world)), from: 'Ordered', to: 'Packed' }] },
    }),
  },
  'GET /count/products': { answers: ADMINS },
  'GET /count/orders': { answers: ADMINS },
  'GET /count/users': { answers: ADMINS },
  'GET /glance': { answers: ADMINS },
  'GET /messages': { answers: ADMINS },
  'PUT /messages/{id}': {
    answers: [401, 403, 403, 404, 404],
    sends: () => ({ params: { id: newId() }, body: { isAnswered: true } }),
  },
  'POST /messages/{id}/replies': {
    answers: [401, 403, 403, 409, 409],
    sends: () => ({ params: { id: newId() }, body: { text: 'Hello' } }),
  },
  'GET /waiting': { answers: ADMINS },
  'GET /find': { answers: ADMINS, sends: () => ({ query: { q: 'Cora' } }) },
  'GET /outbox': { answers: ADMINS },
  'PUT /outboxRetry/{id}': { answers: ADMINS, sends: async (world) => ({ params: await failedMail(world) }) },
  'GET /audit': { answers: ADMINS },
  'POST /subscriptions/card': {
    answers: NO_SUBSCRIPTION,
    sends: () => ({ body: { returnTo: '/subscriptions' } }),
  },
  'POST /subscriptions/card/done': { answers: NO_SUBSCRIPTION, sends: () => ({ body: { session: 'cs_1' } }) },
}

/**
 * The calls about products. In a shop that shows its products to everyone, everyone may make them. What a visitor gets for a
 * checkout or a gift is in the tests of guests and of gifts.
 */
const productCalls = (Object.keys(table) as CallName[]).filter(
  (name) => calls[name].access === 'product' && name !== 'POST /checkout' && name !== 'POST /gifts',
)

/**
 * Endpoints that are not in the contract's table of API calls. Most of them are opened by the browser itself, which
 * sends only its session cookie.
 */
const beside: { method: 'GET' | 'POST'; path: string; answers: Statuses }[] = [
  { method: 'GET', path: `${EXPORT_PATHS.monthOrders}?month=2026-11`, answers: [401, 401, 401, 200, 200] },
  { method: 'GET', path: '/outbox/no-such-mail/mail', answers: [401, 401, 401, 404, 404] },
  { method: 'GET', path: '/openapi.json', answers: ANYONE },
  // The upload is empty, so a caller who may upload gets 400.
  { method: 'POST', path: UPLOAD_PATH, answers: [401, 403, 403, 400, 400] },
]

describe.each(stores)('access on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { limits: limitsForAll() })
  let people: Record<Who, TestPerson>
  beforeAll(async () => {
    const [cora, dora, ada, zoe, pia] = await Promise.all([
      shop.person('Cora'),
      shop.person('Dora'),
      shop.admin('Ada'),
      shop.admin('Zoe'),
      shop.packer('Pia'),
    ])
    people = {
      'a visitor': { ...cora, call: shop.call, send: shop.send, cookie: '', token: '' },
      'Cora': cora,
      'another shopper': dora,
      'Ada': ada,
      'another admin': zoe,
      'a packer': pia,
    }
    const image = { id: 'picture', owner_id: ada.userId, address: picture, created_at: Date.now() }
    await shop.database.write(async ({ tx }) => {
      await tx.insertInto('images').values(image).execute()
      await tx.updateTable('brands').set({ owner_id: ada.userId }).execute()
    })
  })

  test('is decided for every call of the contract', () => {
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(calls).toSorted())
  })

  async function statusesOf(name: CallName): Promise<ReturnType<typeof named>> {
    const { sends = () => ({}) } = table[name]
    const given: number[] = []
    for (const who of WHO) {
      const sent = await sends({ shop, cora: people['Cora'], ada: people['Ada'], asking: people[who] })
      given.push((await people[who].send(name, sent)).status)
    }
    return named(given)
  }

  test.each(Object.keys(table) as CallName[])('%s', async (name) => {
    expect(await statusesOf(name)).toEqual(expected(name))
  })

  test.each(productCalls)('%s in a shop that shows its products to everyone', async (name) => {
    await saveOpening(shop.database, forEveryone)
    expect(await statusesOf(name)).toEqual({ ...expected(name), 'a visitor': table[name].answers[1] })
    await saveOpening(shop.database, { isOpen: false, productsFor: 'everyone' })
    expect(await statusesOf(name)).toEqual(expected(name))
    await saveOpening(shop.database, forSignedIn)
  })

  test('only calls that are about products depend on who may see the products', () => {
    const paths = productCalls.map((name) => name.replace('GET ', ''))
    expect(paths.join(' ')).toBe(
      'POST /watchedProducts/{id}/link POST /gifts/quote POST /gifts/subscription /coffeeDetails/{id} /bagDetails/{id} /coffee/{id} /coffees /search /grinds /roastersChoice/{id} /delivery POST /guestCart POST /checkout/quote',
    )
  })

  test.each(beside)('$method $path', async ({ method, path, answers }) => {
    const given: number[] = []
    for (const who of WHO) {
      const { cookie, token } = people[who]
      const headers = {
        origin: shopOrigin,
        ...(cookie && { cookie }),
        ...(token && { authorization: `Bearer ${token}` }),
      }
      given.push((await shop.app.inject({ method, url: `/api${path}`, headers })).statusCode)
    }
    expect(named(given)).toEqual(named([...answers, answers[2]]))
  })

  test(`GET ${LIVE_PATH} is for the staff only`, async () => {
    for (const who of ['a visitor', 'Cora'] as const) {
      const { cookie } = people[who]
      const { statusCode } = await shop.app.inject({ url: `/api${LIVE_PATH}`, headers: { cookie } })
      expect(statusCode, who).toBe(401)
    }
  })
})

function expected(name: CallName) {
  const { answers } = table[name]
  return named([...answers, statusOfPacker[name] ?? answers[2]])
}

function named(statuses: number[]): Record<string, number | undefined> {
  return Object.fromEntries(WHO.map((who, index) => [who, statuses[index]]))
}
