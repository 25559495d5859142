import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cookiesOf, senderFor } from '#test/calls.ts'
import { cartOf, fill } from '#test/cart.ts'
import { lastToken, mailsTo } from '#test/mails/queued-mails.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { resetToken } from '#test/mails/reset-token.ts'
import { stores } from '#test/stores.ts'
import { EMAIL_LINKS_MS } from './change-email.ts'
import { createAccount } from '../create-account.ts'

describe.each(stores)('changing the email address on $name', ({ fresh, once }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, TRUST_PROXY: '1' } })
  let count = 0
  let cora: TestPerson
  let next: string
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    next = `new-${count}@people.example`
  })

  const ask = (person = cora, email = next, password: string | null = person.password) =>
    person.send('PUT /account/email', { body: { email, ...(password !== null && { password }) } })
  const follow = (token: string, person = cora) =>
    person.call('POST /account/email/link', { body: { token } })
  const token = (email: string) => lastToken(shop.database, email)
  const sessionEmail = async () => (await cora.call('GET /auth/session', {})).answer.user?.email
  const signIn = (email: string) =>
    shop.call('POST /auth/sign-in', { body: { email, password: cora.password } })

  once('needs the links to both addresses, and keeps sessions, cart and role', async () => {
    await fill(cora, shop.shelves.espresso)
    expect((await ask(cora, next.toUpperCase())).answer).toEqual({ acknowledged: true })
    expect((await cora.call('GET /account', {})).answer.newEmail).toBe(next)
    const user = { email: cora.email, name: cora.name }
    expect((await follow(await token(next))).answer).toEqual({ user, waitsFor: cora.email })
    expect([await sessionEmail(), (await signIn(next)).status]).toEqual([cora.email, 401])
    const done = await follow(await token(cora.email))
    expect(done.answer).toEqual({ user: { ...user, email: next }, waitsFor: null })
    expect(cookiesOf(done)).toContain('crema.device=')
    expect([await sessionEmail(), (await signIn(cora.email)).status, (await signIn(next)).status]).toEqual([
      next,
      401,
      200,
    ])
    const changed = { ...cora, email: next }
    const query = { email: next }
    const { accessToken } = (await cora.call('GET /jwt', { query })).answer
    const sender = senderFor(shop.app, () => ({ authorization: `Bearer ${accessToken}` }))
    expect((await sender.call('GET /myCarts', { query })).answer).toMatchObject([{ productName: 'Espresso' }])
    expect(changed.userId).toBe(cora.userId)
    const account = await cora.call('GET /account', {})
    expect(account.answer).toEqual({ hasPassword: true, emailVerified: true, newEmail: null })
  })

  once('takes effect also if the old address agrees first', async () => {
    await ask()
    expect((await follow(await token(cora.email))).answer.waitsFor).toBe(next)
    expect(await sessionEmail()).toBe(cora.email)
    await follow(await token(next))
    expect(await sessionEmail()).toBe(next)
  })

  once('takes the mails to the former address along, for the export and for the deletion', async () => {
    await ask()
    await follow(await token(next))
    await follow(await token(cora.email))
    const { answer } = await cora.call('GET /account/export', {})
    const subjects = ['Your new email address', 'Confirm your email address']
    expect(answer.mails.map(({ subject }) => subject)).toEqual(subjects)
    await cora.call('POST /account/deletion', { body: { password: cora.password } })
    expect(await mailsTo(shop.database, cora.email)).toEqual([])
    expect(await mailsTo(shop.database, next)).toMatchObject([{ template: 'account-deleted' }])
  })

  once(
    'does not take effect with one link when the other one is gone, for it may have expired unused',
    async () => {
      await ask()
      await shop.database.write(({ tx }) =>
        tx.updateTable('tokens').set({ expires_at: 1 }).where('kind', '=', 'email-old').execute(),
      )
      expect((await follow(await token(next))).answer.waitsFor).toBe(cora.email)
      expect(await sessionEmail()).toBe(cora.email)
    },
  )

  once('can be repeated with the second link if the address could not be changed', async () => {
    await ask()
    await follow(await token(cora.email))
    const last = await token(next)
    const failing = vi.spyOn(shop.database, 'write').mockRejectedValue(new Error('no answer'))
    expect((await follow(last)).status).toBe(500)
    failing.mockRestore()
    expect(await sessionEmail()).toBe(cora.email)
    expect((await follow(last)).answer).toMatchObject({ user: { email: next }, waitsFor: null })
    expect((await follow(last)).problem.code).toBe('link-used')
  })

  test('takes effect once if both links are used at the same moment', async () => {
    await ask()
    const both = await Promise.all([follow(await token(cora.email)), follow(await token(next))])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.filter(({ answer }) => answer.waitsFor === null)).toHaveLength(1)
    expect(await sessionEmail()).toBe(next)
  })

  once('is refused without the password, or with a wrong one, and sends no mail', async () => {
    for (const password of [null, 'not this one'])
      expect((await ask(cora, next, password)).problem.code).toBe('wrong-current-password')
    expect(await mailsTo(shop.database, next)).toEqual([])
    expect((await cora.call('GET /account', {})).answer.newEmail).toBeNull()
  })

  once('cannot be used to guess the password, together with a change of the password', async () => {
    const codes: string[] = []
    for (let times = 0; times < 6; times++) {
      codes.push((await ask(cora, next, `guess ${times}`)).problem.code)
      const body = { current: `guess ${times}`, password: 'a better one' }
      codes.push((await cora.call('PUT /auth/password', { body })).problem.code)
    }
    const wrong = Array.from({ length: 10 }, () => 'wrong-current-password')
    expect(codes).toEqual([...wrong, 'too-many-requests', 'too-many-requests'])
  })

  once('refuses a link that was used, one of another account, and one without a session', async () => {
    const eve = await shop.person(`Eve ${count}`)
    await ask(eve, `eve-${next}`)
    await ask()
    const own = await token(next)
    for (const foreign of [own, await token(cora.email)])
      expect((await follow(foreign, eve)).problem.code).toBe('link-used')
    expect((await shop.call('POST /account/email/link', { body: { token: own } })).status).toBe(401)
    expect((await follow(own)).status).toBe(200)
    expect((await follow(own)).problem.code).toBe('link-used')
    expect(await sessionEmail()).toBe(cora.email)
  })

  once('refuses the links after half an hour, after a cancel, and after a newer request', async () => {
    await ask()
    const first = await token(next)
    await ask()
    expect((await follow(first)).problem.code).toBe('link-used')
    await cora.call('DELETE /account/email', {})
    expect((await follow(await token(next))).problem.code).toBe('link-used')
    await ask()
    const late = await token(next)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + EMAIL_LINKS_MS + 1)
    expect((await follow(late)).problem.code).toBe('link-used')
    vi.useRealTimers()
  })

  once('refuses the links after the password was changed or reset', async () => {
    await ask()
    const body = { current: cora.password, password: 'a better one' }
    await cora.call('PUT /auth/password', { body })
    expect((await follow(await token(next))).problem.code).toBe('link-used')
    expect((await ask(cora, next, 'a better one')).status).toBe(200)
    const links = [await token(next), await token(cora.email)]
    const reset = await resetToken(shop.database, cora.email)
    await shop.call('POST /auth/reset-password', { body: { token: reset, password: cora.password } })
    const again = await signIn(cora.email)
    const sender = senderFor(shop.app, () => ({ cookie: cookiesOf(again) }))
    for (const link of links)
      expect((await sender.call('POST /account/email/link', { body: { token: link } })).problem.code).toBe(
        'link-used',
      )
  })

  once('makes a link useless that was mailed before to reset the password', async () => {
    const reset = await resetToken(shop.database, cora.email)
    await ask()
    await follow(await token(cora.email))
    await follow(await token(next))
    const late = await shop.call('POST /auth/reset-password', {
      body: { token: reset, password: 'of a thief' },
    })
    expect(late.problem.code).toBe('mailed-link-used')
    expect((await signIn(next)).status).toBe(200)
  })

  once('sends only some mails to one address, however many accounts ask for it', async () => {
    for (const name of ['Eve', 'Mallory', 'Trudy', 'Oscar']) {
      const person = await shop.person(`${name} of ${count}`)
      expect((await ask(person)).answer).toEqual({ acknowledged: true })
    }
    expect(await mailsTo(shop.database, next)).toHaveLength(3)
  })

  once('answers alike for a taken address, which gets a mail that says so, and no link', async () => {
    const { email } = await shop.person(`Dora ${count}`)
    expect((await ask(cora, email)).answer).toEqual({ acknowledged: true })
    expect(await mailsTo(shop.database, email)).toMatchObject([{ template: 'address-taken', token: '' }])
    expect((await follow(await token(cora.email))).answer.waitsFor).toBe(email)
    expect((await ask(cora, cora.email)).problem.code).toBe('same-email')
  })

  once('is refused if another person has taken the address in the meantime', async () => {
    await ask()
    await createAccount(shop.database, { name: 'Dora', email: next, password: 'coffee123' })
    await follow(await token(cora.email))
    expect((await follow(await token(next))).problem.code).toBe('email-already-in-use')
    expect(await sessionEmail()).toBe(cora.email)
    expect(await cartOf(cora)).toEqual([])
  })
})
