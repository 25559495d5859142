import '#test/cheap-passwords.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OWN_LIVE_PATH } from '#contract/values/live.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { onPort, openLine } from '#test/live-line.ts'
import type { LiveLine } from '#test/live-line.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const SOON = { timeout: 2000, interval: 10 }

describe.each(stores)('server-sent events for shoppers on $name', ({ name: dialect, fresh }) => {
  const shop = givenShop(fresh)
  const lines: LiveLine[] = []
  let door: Awaited<ReturnType<typeof onPort>>
  let ada: TestPerson
  let count = 0
  beforeAll(async () => {
    door = await onPort(shop)
    ada = await shop.admin('Ada')
  })
  afterEach(() => {
    for (const { hangUp } of lines.splice(0)) hangUp()
  })
  afterAll(() => door.close())

  const newPerson = () => shop.person(`Person ${(count += 1)}`)

  async function line({ cookie }: { cookie: string }, { url } = door): Promise<LiveLine> {
    const opened = await openLine(url, { cookie }, OWN_LIVE_PATH)
    lines.push(opened)
    return opened
  }

  /** Buys a coffee, and returns the id of the order. */
  async function buy(person: TestPerson): Promise<string> {
    await fill(person, shop.shelves.espresso)
    await person.call('POST /fullOrder', { body: fullPayment(person, await cartOf(person)) })
    const { answer } = await person.call('GET /myOrders', { query: {} })
    return String(answer.orders[0]?._id)
  }

  const pack = (id: string) =>
    ada.call('PUT /order/{id}/state', { params: { id }, body: { from: 'paid', to: 'packed' } })

  test('are sent when an order is placed or changed, only to its customer, and only with a topic', async () => {
    const [cora, dora] = [await newPerson(), await newPerson()]
    const [coras, doras, adas] = [await line(cora), await line(dora), await line(ada)]
    expect([coras.status, coras.headers.get('content-type'), coras.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ])
    const id = await buy(cora)
    await vi.waitFor(() => expect(coras.heard).toEqual(['orders']), SOON)
    await pack(id)
    await vi.waitFor(() => expect(coras.heard).toEqual(['orders', 'orders']), SOON)
    expect([doras.heard, adas.heard]).toEqual([[], []])
  })

  test('are refused without a session', async () => {
    const { token } = await newPerson()
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const refused = await openLine(door.url, headers, OWN_LIVE_PATH)
      expect(refused.status).toBe(401)
    }
  })

  test.each<[string, (person: TestPerson) => Promise<unknown>]>([
    ['deleted', (person) => ada.call('DELETE /userDelete/{id}', { params: { id: person.userId } })],
    ['signed out', (person) => person.call('POST /auth/sign-out', {})],
  ])('end for a user who is %s, and are then refused', async (_what, happen) => {
    const zoe = await newPerson()
    const opened = await line(zoe)
    await happen(zoe)
    await opened.ended
    expect((await line(zoe)).status).toBe(401)
  })

  test('end on the oldest connection of a user who opens more than five', async () => {
    const [eve, cora] = [await newPerson(), await newPerson()]
    const [oldest, other] = [await line(eve), await line(cora)]
    for (let more = 0; more < 5; more++) await line(eve)
    await oldest.ended
    expect(lines.filter(({ heard }) => heard.includes('replaced'))).toEqual([oldest])
    expect(other.heard).toEqual([])
  })

  test.skipIf(dialect === 'sqlite')('are sent to each of several customers at another instance', async () => {
    const customers = [await newPerson(), await newPerson()]
    const ids = await Promise.all(customers.map(buy))
    const other = await openTestShop(shop.store)
    const otherDoor = await onPort(other)
    const opened = await Promise.all(customers.map((person) => line(person, otherDoor)))
    await Promise.all(ids.map(pack))
    await vi.waitFor(() => expect(opened.map(({ heard }) => heard)).toEqual([['orders'], ['orders']]), {
      ...SOON,
      timeout: 5000,
    })
    otherDoor.close()
    await other.close()
  })
})
