import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import { cookiesOf, senderFor } from '#test/calls.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

describe.each(anyStore)('the own sessions on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  /** Signs in with another browser. `listCart` sends a request with an access token of that browser. */
  async function elsewhere({ email, password }: TestPerson) {
    const signedIn = await shop.send('POST /auth/sign-in', {
      body: { email, password },
      headers: { 'user-agent': FIREFOX },
    })
    const cookie = cookiesOf(signedIn)
    const browser = senderFor(shop.app, () => ({ cookie }))
    const { accessToken } = (await browser.call('GET /jwt', { query: { email } })).answer
    const withToken = senderFor(shop.app, () => ({ authorization: `Bearer ${accessToken}` }))
    const listCart = async () => (await withToken.call('GET /myCarts', { query: { email } })).status
    return { ...browser, listCart }
  }

  test('are listed with the name of the browser, and stored without its versions', async () => {
    const cora = await shop.person('Cora')
    await elsewhere(cora)
    const { answer } = await cora.call('GET /account/sessions', {})
    expect(answer.map(({ browser, isThis }) => [browser, isThis])).toEqual([
      ['Firefox on Linux', false],
      ['', true],
    ])
    const [stored] = await shop.database.read
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', String(answer[0]?.id))
      .execute()
    expect(stored).toMatchObject({ browser: 'Firefox on Linux' })
  })

  test('can be ended one by one, together with their access tokens', async () => {
    const [dora, eve] = [await shop.person('Dora'), await shop.person('Eve')]
    const other = await elsewhere(dora)
    expect(await other.listCart()).toBe(200)
    const id = String((await dora.call('GET /account/sessions', {})).answer[0]?.id)
    expect((await eve.call('DELETE /account/session/{id}', { params: { id } })).status).toBe(404)
    expect(await other.listCart()).toBe(200)
    expect((await dora.call('DELETE /account/session/{id}', { params: { id } })).status).toBe(200)
    expect([await other.listCart(), (await other.call('GET /auth/session', {})).answer]).toEqual([
      401,
      { user: null },
    ])
    expect((await dora.call('GET /myCarts', { query: { email: dora.email } })).status).toBe(200)
  })

  test('can all be ended but the one of this browser', async () => {
    const fay = await shop.person('Fay')
    const others = [await elsewhere(fay), await elsewhere(fay)]
    for (const other of others) expect(await other.listCart()).toBe(200)
    expect((await fay.call('DELETE /account/sessions', {})).answer).toEqual({ acknowledged: true })
    for (const other of others) expect(await other.listCart()).toBe(401)
    expect((await fay.call('GET /account/sessions', {})).answer).toMatchObject([{ isThis: true }])
    expect((await fay.call('GET /myCarts', { query: { email: fay.email } })).status).toBe(200)
  })
})
