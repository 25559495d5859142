import '#test/cheap-passwords.ts'
import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import Fastify from 'fastify'
import type { FastifyReply } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { LIVE_PATH } from '#contract/values/live.ts'
import { receiveMessage } from '#server/messages/receive-message.ts'
import { fill } from '#test/cart.ts'
import { addEntry, entryKinds } from '#test/entries.ts'
import { onPort, openLine } from '#test/live-line.ts'
import type { LiveLine } from '#test/live-line.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { Events } from '#server/platform/database/events.ts'
import { AdminEvents } from './live-events.ts'

const SECOND = 1000
/** Tests with a time limit of one second are retried, because a busy machine may need longer. */
const AGAIN = { retry: 2 }

describe.each(stores)('server-sent events on $name', ({ name: dialect, fresh }) => {
  const shop = givenShop(fresh)
  const lines: LiveLine[] = []
  let door: Awaited<ReturnType<typeof onPort>>
  let ada: TestPerson
  let cora: TestPerson
  let count = 0
  beforeAll(async () => {
    door = await onPort(shop)
    ;[ada, cora] = await Promise.all([shop.admin('Ada'), shop.person('Cora')])
  })
  afterEach(() => {
    for (const { hangUp } of lines.splice(0)) hangUp()
  })
  afterAll(() => door.close())

  async function line({ cookie }: { cookie: string } = ada): Promise<LiveLine> {
    const opened = await openLine(door.url, { cookie })
    lines.push(opened)
    return opened
  }

  const soon = (check: () => void) => vi.waitFor(check, { timeout: SECOND, interval: 10 })
  const message = { name: 'Cora', email: 'cora@people.example', message: 'Hello' }

  const happenings: [string, string, () => Promise<unknown>][] = [
    ['an order', 'orders', () => fill(cora, shop.shelves.espresso)],
    ['a message', 'messages', () => receiveMessage(shop.database, message, false)],
    ['a new user', 'users', () => shop.person(`New ${(count += 1)}`)],
    [
      'a role',
      'users',
      async () =>
        ada.call('PUT /makeAdmin/{id}', {
          params: { id: (await shop.person(`New ${(count += 1)}`)).userId },
        }),
    ],
    [
      'a change of the catalogue',
      'catalogue',
      async () =>
        addEntry(entryKinds[0], ada, entryKinds[0].body({ email: ada.email, img: await knownPicture(shop) })),
    ],
  ]
  test.each(happenings)('are sent after %s within a second', AGAIN, async (_what, topic, happen) => {
    const watching = await line()
    expect([
      watching.status,
      watching.headers.get('content-type'),
      watching.headers.get('cache-control'),
    ]).toEqual([200, 'text/event-stream', 'no-store'])
    await happen()
    await soon(() => expect(watching.heard).toContain(topic))
  })

  test('are sent after a payment and after a delivery to all admins, within a second', AGAIN, async () => {
    const [id] = await fill(cora, shop.shelves.espresso)
    const [first, second] = [await line(), await line()]
    await cora.call('PUT /singlePayment/{id}', { params: { id: String(id) }, body: {} })
    await soon(() => expect([first.heard, second.heard]).toEqual([['orders'], ['orders']]))
    await ada.call('PUT /delivery/{id}', {
      params: { id: String(id) },
      body: { from: 'Ordered', to: 'Packed' },
    })
    await soon(() => expect([first.heard.length, second.heard.length]).toEqual([2, 2]))
  })

  test('are few for many orders', AGAIN, async () => {
    const watching = await line()
    await Promise.all(Array.from({ length: 30 }, () => fill(cora, shop.shelves.lungo)))
    await soon(() => expect(watching.heard).toContain('orders'))
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(watching.heard.length).toBeLessThan(10)
  })

  test('are refused without the session of an admin', async () => {
    for (const headers of [{}, { cookie: cora.cookie }, { authorization: `Bearer ${ada.token}` }]) {
      const refused = await openLine(door.url, headers)
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        401,
        'application/problem+json; charset=utf-8',
      ])
    }
  })

  const endings: [string, (zoe: TestPerson) => Promise<unknown>][] = [
    ['demoted', (zoe) => ada.call('PUT /removeAdmin/{id}', { params: { id: zoe.userId } })],
    ['deleted', (zoe) => ada.call('DELETE /userDelete/{id}', { params: { id: zoe.userId } })],
    ['signed out', (zoe) => zoe.call('POST /auth/sign-out', {})],
  ]
  const inTime = (ended: Promise<void>) =>
    Promise.race([
      ended,
      new Promise((_, reject) => setTimeout(() => reject(new Error('still open')), SECOND)),
    ])

  test.each(endings)('end for an admin who is %s, and are then refused', AGAIN, async (_what, happen) => {
    const zoe = await shop.admin(`Zoe ${(count += 1)}`)
    const watching = await line(zoe)
    await happen(zoe)
    await inTime(watching.ended)
    expect((await line(zoe)).status).toBe(401)
    await fill(cora, shop.shelves.espresso)
    const still = await line()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await fill(cora, shop.shelves.espresso)
    await soon(() => expect(still.heard).toContain('orders'))
    expect(watching.heard).not.toContain('orders')
  })

  test.each(endings)(
    'end for an admin who is %s while the connection is opened',
    AGAIN,
    async (_what, happen) => {
      const zoe = await shop.admin(`Zoe ${(count += 1)}`)
      const { gate } = shop.identity
      const { userBySession } = gate
      vi.spyOn(gate, 'userBySession').mockImplementationOnce((http) => async () => {
        const found = await userBySession(http)?.()
        await happen(zoe)
        return found ?? null
      })
      const watching = await line(zoe)
      expect(watching.status).toBe(200)
      await inTime(watching.ended)
    },
  )

  test('reach a packer for orders and messages only, and end when the role changes', AGAIN, async () => {
    const pia = await shop.packer(`Pia ${(count += 1)}`)
    const [watching, adas] = [await line(pia), await line()]
    for (const [, , happen] of happenings) await happen()
    await soon(() => expect(new Set(adas.heard)).toEqual(new Set(happenings.map(([, topic]) => topic))))
    expect(new Set(watching.heard)).toEqual(new Set(['orders', 'messages']))
    await ada.call('PUT /makeAdmin/{id}', { params: { id: pia.userId } })
    await inTime(watching.ended)
  })

  test('continue when another user signs out', async () => {
    const watching = await line()
    const eve = await shop.person(`Eve ${(count += 1)}`)
    await eve.call('POST /auth/sign-out', {})
    await fill(cora, shop.shelves.espresso)
    await soon(() => expect(watching.heard).toContain('orders'))
  })

  test('are not written to a connection that was closed in the same moment', async () => {
    const watching = await line()
    const { events } = shop.database
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    events.publish({ type: 'line-added', userId: '1' })
    events.publish({ type: 'events-missed' })
    const { promise: broken, reject } = Promise.withResolvers<never>()
    process.once('uncaughtException', reject)
    vi.advanceTimersByTime(SECOND)
    vi.useRealTimers()
    await Promise.race([watching.ended, broken]).finally(() => process.off('uncaughtException', reject))
    expect(watching.heard).toEqual([])
  })

  test('do not count connections that the client closed while they were opened', async () => {
    const live = new AdminEvents(new Events())
    const app = Fastify()
    app.get('/late', async (request, reply) => {
      if (!request.raw.socket.destroyed) await once(request.raw.socket, 'close')
      return live.watch(
        { ...ada, userId: `admin ${(count += 1)}`, role: 'Admin', sessionId: 'session' },
        reply,
        async () => true,
      )
        ? reply
        : reply.code(503).send()
    })
    const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    for (let many = 0; many < 201; many++) {
      const leaving = connect(Number(port), hostname, () =>
        leaving.end('GET /late HTTP/1.1\r\nHost: shop\r\n\r\n', () => leaving.destroy()),
      )
      await once(leaving, 'close')
    }
    await app.close()
    expect(
      live.watch({ ...ada, role: 'Admin', sessionId: 'session' }, openReply().reply, async () => true),
    ).toBe(true)
    live.close()
  })

  /**
   * Returns a stub with the parts of a Fastify reply that `AdminEvents` uses. `isEnded` returns whether the server has
   * closed the connection.
   */
  function openReply() {
    const raw = new ServerResponse(new IncomingMessage(new Socket()))
    const reply = { raw, hijack: () => undefined, getHeader: () => undefined, server: {} }
    return { reply: reply as unknown as FastifyReply, isEnded: () => raw.writableEnded }
  }

  test('end when the session has expired, and stay open while that cannot be read', async () => {
    vi.useFakeTimers()
    const live = new AdminEvents(new Events())
    const { reply, isEnded } = openReply()
    const isStillValid = vi.fn(async () => true)
    live.watch({ ...ada, userId: 'ada', role: 'Admin', sessionId: 'session' }, reply, isStillValid)
    const heartbeat = () => vi.advanceTimersByTimeAsync(25 * SECOND)
    isStillValid.mockRejectedValue(new Error('The database is away.'))
    await heartbeat()
    expect(isEnded()).toBe(false)
    isStillValid.mockResolvedValue(false)
    await heartbeat()
    vi.useRealTimers()
    expect(isEnded()).toBe(true)
    live.close()
  })

  test('close the oldest connection of an admin who opens more than twenty, and no other admin’s', () => {
    const live = new AdminEvents(new Events())
    const open = (userId: string) => {
      const { reply, isEnded } = openReply()
      return {
        isOpen: live.watch({ ...ada, userId, role: 'Admin', sessionId: userId }, reply, async () => true),
        isEnded,
      }
    }
    const zoes = open('zoe')
    const adas = Array.from({ length: 205 }, () => open('ada'))
    const again = open('zoe')
    expect(adas.map(({ isEnded }) => isEnded())).toEqual([
      ...Array.from({ length: 185 }, () => true),
      ...Array.from({ length: 20 }, () => false),
    ])
    expect([zoes.isEnded(), again.isOpen, again.isEnded()]).toEqual([false, true, false])
    live.close()
  })

  test('end with an event that stops the client from reconnecting, if a newer connection replaces it', async () => {
    const zoe = await shop.admin(`Zoe ${(count += 1)}`)
    const oldest = await line(zoe)
    for (let more = 0; more < 20; more++) await line(zoe)
    await inTime(oldest.ended)
    expect(oldest.heard).toEqual(['replaced'])
    expect(lines.filter(({ heard }) => heard.includes('replaced'))).toEqual([oldest])
  })

  test('are refused to the 201st admin, until another one disconnects', () => {
    const live = new AdminEvents(new Events())
    const open = (userId: string) => {
      const { reply } = openReply()
      return {
        reply,
        isOpen: live.watch({ ...ada, userId, role: 'Admin', sessionId: userId }, reply, async () => true),
      }
    }
    const admins = Array.from({ length: 201 }, (_, index) => open(`admin ${index}`))
    expect(admins.map(({ isOpen }) => isOpen)).toEqual([...Array.from({ length: 200 }, () => true), false])
    admins[0]?.reply.raw.emit('close')
    expect([open('late').isOpen, open('too late').isOpen]).toEqual([true, false])
    live.close()
  })

  test('have status 503 when they are refused', async () => {
    vi.spyOn(AdminEvents.prototype, 'watch').mockReturnValue(false)
    const refused = await line()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  })

  test('are not served to a HEAD request, which would wait for ever', async () => {
    const { statusCode } = await shop.app.inject({
      method: 'HEAD',
      url: `/api${LIVE_PATH}`,
      headers: { cookie: ada.cookie },
    })
    expect(statusCode).toBe(404)
  })

  test.skipIf(dialect === 'sqlite')(
    'are sent for changes in another instance, and end for an admin who is demoted there',
    AGAIN,
    async () => {
      const other = await openTestShop(shop.store)
      const otherDoor = await onPort(other)
      const zoe = await shop.admin(`Zoe ${(count += 1)}`)
      const [adas, zoes] = [
        await openLine(otherDoor.url, { cookie: ada.cookie }),
        await openLine(otherDoor.url, { cookie: zoe.cookie }),
      ]
      await fill(cora, shop.shelves.espresso)
      await vi.waitFor(() => expect(adas.heard).toContain('orders'), { timeout: 3 * SECOND, interval: 10 })
      await ada.call('PUT /removeAdmin/{id}', { params: { id: zoe.userId } })
      await zoes.ended
      expect((await openLine(otherDoor.url, { cookie: zoe.cookie })).status).toBe(401)
      otherDoor.close()
      await other.close()
    },
  )
})
