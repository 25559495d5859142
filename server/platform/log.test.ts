import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import { SEND_FORM_PATH } from '#contract/messages.ts'
import { cookiesOf, shopOrigin } from '#test/calls.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { givenShop } from '#test/shop.ts'
import { loadSecrets } from './secrets.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the log on $name', ({ fresh }) => {
  const gateway = { name: 'broken', charge: () => Promise.reject(new Error('no')) }
  const shop = givenShop(fresh, { gateway, paymentPatienceMs: 10 })

  test('has one line for each answer: what was called, what came of it, how long it took', async () => {
    const before = shop.log.length
    const { headers } = await shop.call('GET /allCoffee', {})
    await shop.app.inject('/coffeeDetails/secret-id?token=secret')
    expect(headers).toBeDefined()
    await expect.poll(() => shop.log.length).toBe(before + 2)
    const [call, page] = shop.log.slice(before).map((line): Record<string, unknown> => JSON.parse(line))
    expect(call).toMatchObject({ level: 30, method: 'GET', route: '/api/allCoffee', status: 200, ms: expect.any(Number), reqId: expect.any(String) })
    expect(page).toMatchObject({ method: 'GET', status: 200 })
    expect(JSON.stringify(page)).not.toContain('secret')
  })

  test('tells nothing about people: no token, cookie, password, address or message', async () => {
    const cora = await shop.person('Cora Confidential')
    const { email, password } = cora
    const signedIn = await shop.call('POST /auth/sign-in', { body: { email, password } })
    await shop.send('POST /auth/sign-in', { body: { email, password: 'a wrong secret' } })
    await shop.send('POST /auth/sign-up', { body: { name: 'Cora', email, password } })
    await shop.send('POST /auth/sign-up', { body: { email, password, unknown: 'a secret field' } })
    const [id = ''] = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    await cora.call('GET /user/admin/{email}', { params: { email } })
    await cora.send('GET /jwt', { query: { email, token: cora.token } })
    await shop.send('GET /myCarts', { query: { email }, headers: { authorization: `Bearer ${cora.token}x`, cookie: `${cora.cookie}x` } })
    await shop.app.inject(`/myCart/${cora.token}?password=${password}`)
    await cora.call('POST /auth/sign-out', {})
    const form = `--b\r\ncontent-disposition: form-data; name="email"\r\n\r\n${email}\r\n--b\r\ncontent-disposition: form-data; name="message"\r\n\r\na secret message\r\n--b--\r\n`
    await shop.app.inject({ method: 'POST', url: `/api${SEND_FORM_PATH}?email=${email}`, payload: form, headers: { 'origin': shopOrigin, 'content-type': 'multipart/form-data; boundary=b' } })
    const written = shop.log.join('')
    expect(shop.log.length).toBeGreaterThan(10)
    const token = /session_token=([^;.]+)/.exec(cookiesOf(signedIn))?.[1] ?? 'none'
    const marks = [...cora.cookie.matchAll(/=([^;.]+)/g)].map(([, value]) => String(value))
    const keys = Object.values(loadSecrets(shop.store.dataDir))
    expect([marks.length, keys.length]).toEqual([2, 3])
    const secrets = [...marks, ...keys, email, 'cora.confidential', password, 'secret', cora.token, token, cora.cookie, 'Bearer', 'Confidential']
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
  })

  test('has the whole story of a bug, but not what the database was given', async () => {
    const dora = await shop.person('Dora Discreet')
    // Two users of one address: the books refuse the second, which nothing in the shop expects.
    await shop.database.write(({ tx }) => tx.updateTable('users').set({ subject: 'somebody else' }).where('id', '=', dora.userId).execute())
    const before = shop.log.length
    const broken = await dora.call('POST /users', { body: { name: dora.name, email: dora.email } })
    expect([broken.status, broken.problem.code]).toEqual([500, 'internal'])
    const written = shop.log.slice(before).join('')
    expect(written).toContain('"msg":"bug"')
    expect(written).toMatch(/unique/i)
    expect(written).not.toContain(dora.email)
  })
})
