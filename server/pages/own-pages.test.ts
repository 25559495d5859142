import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { PageState } from '#contract/pages.ts'
import { FakeGateway } from '#test/gateway.ts'
import { plainPages } from '#test/plain-pages.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe } from '#test/selling/subscriptions.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

const source = { ...plainPages, ownStyles: { subscriptions: '', account: '<style>.own{}</style>' } }

describe.each(anyStore)('a page with what belongs to its user', ({ fresh }) => {
  const shop = givenShop(fresh, { gateway: new FakeGateway(), source })
  let cora: TestPerson
  let emil: TestPerson
  beforeAll(async () => {
    await saveTestSelling(shop.database, {
      ...portugueseShop,
      subscriptions: { isOffered: true, percentOff: 10 },
    })
    cora = await shop.person('Cora')
    emil = await shop.person('Emil')
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
  })

  const open = (url: string, cookie = '', remoteAddress = '127.0.0.1') =>
    shop.app.inject({ url, remoteAddress, headers: { cookie } })

  function ownIn(html: string): PageState['own'] {
    const [, json = ''] = /id="page-state">(.*?)<\/script>/.exec(html) ?? []
    const state: PageState = JSON.parse(json)
    return state.own
  }

  test('has what the calls answer this user, and is stored nowhere', async () => {
    const { answer: subscriptions } = await cora.call('GET /subscriptions', {})
    const { answer: orders } = await cora.call('GET /myOrders', { query: {} })
    const { answer } = await cora.call('GET /auth/session', {})
    expect([subscriptions.subscriptions, orders.orders].map(({ length }) => length)).toEqual([1, 1])
    for (const [url, shown] of [
      ['/subscriptions', { subscriptions }],
      ['/account', { orders }],
    ] as const) {
      const { body, headers } = await open(url, cora.cookie)
      expect(ownIn(body)).toEqual({ user: answer.user, ...shown })
      expect(headers['cache-control']).toBe('private, no-store')
    }
  })

  test('has its styles, because scripts would add them later', async () => {
    expect((await open('/account', cora.cookie)).body).toContain(source.ownStyles.account)
    expect((await open('/contact', cora.cookie)).body).not.toContain(source.ownStyles.account)
  })

  test('is shown to no other user and to no visitor', async () => {
    await open('/account', cora.cookie)
    expect(ownIn((await open('/account', emil.cookie)).body)).toMatchObject({
      user: { email: emil.email },
      orders: { orders: [] },
    })
    const forged = cora.cookie.replace(/\.[^.;]+/, '.forged')
    for (const cookie of ['', forged]) {
      const { body, headers } = await open('/account', cookie)
      expect(ownIn(body)).toBeUndefined()
      expect(body).not.toContain(cora.email)
      expect(headers['cache-control']).toBe('private, no-cache')
    }
  })

  test('is empty when the session has ended', async () => {
    const dora = await shop.person('Dora')
    const { cookie } = dora
    expect(ownIn((await open('/account', cookie)).body)?.user.email).toBe(dora.email)
    await dora.call('POST /auth/sign-out', {})
    expect(ownIn((await open('/account', cookie)).body)).toBeUndefined()
  })

  test('does not renew the session, whose new cookie it would not send', async () => {
    const sessions = () => shop.database.read.selectFrom('sessions').select('expires_at').execute()
    const near = Date.now() + 10 * 24 * 60 * 60_000
    await shop.database.write(({ tx }) => tx.updateTable('sessions').set({ expires_at: near }).execute())
    expect(ownIn((await open('/account', cora.cookie)).body)?.user.email).toBe(cora.email)
    expect(new Set((await sessions()).map(({ expires_at }) => expires_at))).toEqual(new Set([near]))
  })

  test('is sent without it to a client that has had too many pages rendered', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const answers = []
    for (let count = 0; count < 301; count += 1)
      answers.push(await open('/account', cora.cookie, '203.0.113.9'))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(ownIn(answers[0]?.body ?? '')).toBeDefined()
    expect(ownIn(answers.at(-1)?.body ?? '')).toBeUndefined()
    expect(ownIn((await open('/account', cora.cookie)).body)).toBeDefined()
    vi.useRealTimers()
  })
})
