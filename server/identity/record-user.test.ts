import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/errors.ts'
import { newId } from '#server/platform/clock.ts'
import type { ShopEvent } from '#server/events.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { inviteAdmin } from './invitations.ts'
import { changeAccount, insertAccount } from './queries.ts'
import { recordUser } from './record-user.ts'
import type { JoinGuests, OnEmailChanged } from './record-user.ts'

describe.each(stores)('the row of a user on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  const onEmailChanged = vi.fn<OnEmailChanged>(async () => undefined)
  const joinGuests = vi.fn<JoinGuests>(async () => undefined)
  let person: { subject: string; sessionId: string; email: string; name: string }
  beforeEach(() => {
    const subject = newId()
    person = { subject, sessionId: 's', email: `${subject}@people.example`, name: 'Cora' }
    onEmailChanged.mockReset().mockResolvedValue(undefined)
    joinGuests.mockClear()
  })

  const record = (changes: Partial<typeof person> = {}) =>
    recordUser(
      { joinGuests, database: shop.database, provider: '', onEmailChanged },
      { ...person, ...changes },
    )
  const rows = () =>
    shop.database.read.selectFrom('users').selectAll().where('subject', '=', person.subject).execute()

  /** Returns the events that the shop publishes while `act` runs. */
  async function eventsOf(act: () => Promise<unknown>): Promise<ShopEvent[]> {
    const events: ShopEvent[] = []
    shop.database.events.subscribe((event) => event.type !== 'events-missed' && void events.push(event))
    await act()
    return events
  }

  test('gets the name and the address of the account', async () => {
    const user = await record()
    if (user instanceof Problem) throw new Error('refused')
    const to = `new-${person.email}`
    const events = await eventsOf(() => record({ name: 'Carla', email: to }))
    expect(await rows()).toMatchObject([{ id: user.id, name: 'Carla', email: to }])
    expect(events).toContainEqual({ type: 'user-changed', userId: user.id })
    expect(onEmailChanged.mock.calls.map(([, change]) => change)).toEqual([
      { userId: user.id, from: person.email, to, isProven: true },
    ])
  })

  test.each([
    [1, 'Admin'],
    [0, null],
  ])('of an invited address with `confirmed` %d has the role %s', async (confirmed, role) => {
    const { name, email } = person
    await shop.database.write(async ({ tx }) => {
      const { id: subject } = await insertAccount(tx, { name, email, confirmed, password: null })
      person = { ...person, subject }
      await inviteAdmin(tx, email)
    })
    await record()
    expect(await rows()).toMatchObject([{ role }])
  })

  test('gets the orders of guests with the confirmed address of the account, and with no other', async () => {
    const { name, email } = person
    const account = await shop.database.write(({ tx }) =>
      insertAccount(tx, { name, email, confirmed: 0, password: null }),
    )
    person = { ...person, subject: account.id }
    await record()
    // The session was read before the account confirmed its new address.
    const confirmed = `confirmed-${email}`
    await shop.database.write(({ tx }) => changeAccount(tx, account.id, { email: confirmed, confirmed: 1 }))
    await record()
    expect(joinGuests).not.toHaveBeenCalled()
    await record({ email: confirmed })
    expect(joinGuests.mock.calls.map(([, user]) => user.email)).toEqual([confirmed])
  })

  test('is not written again if nothing has changed', async () => {
    await record()
    expect(await eventsOf(() => record())).toEqual([])
    await record({ name: 'Carla' })
    expect(onEmailChanged).not.toHaveBeenCalled()
  })

  test('keeps its address if the copies of it cannot be updated', async () => {
    await record()
    onEmailChanged.mockRejectedValue(new Error('no such table'))
    await expect(record({ email: 'other@people.example' })).rejects.toThrow('no such table')
    expect(await rows()).toMatchObject([{ email: person.email }])
  })

  test('does not get the address of another user', async () => {
    const other = await shop.person(`Other ${person.subject}`)
    await record()
    const events = await eventsOf(async () =>
      expect(await record({ email: other.email })).toEqual(new Problem('email-already-in-use')),
    )
    expect([events, await rows()]).toMatchObject([[], [{ email: person.email }]])
  })

  test('does not get an address that another request takes at the same time', async () => {
    await record()
    const email = `wanted-${person.email}`
    const results = await Promise.all([record({ email }), record({ subject: newId(), email })])
    expect(results.filter((result) => result instanceof Problem)).toEqual([
      new Problem('email-already-in-use'),
    ])
  })

  test('is created once by requests that come at the same time', async () => {
    await Promise.all([record(), record(), record()])
    expect(await rows()).toHaveLength(1)
  })

  test('makes calls with the new address work, and those with the old one fail', async () => {
    const cora = await shop.person(`Cora ${person.subject}`)
    const email = `new-${person.email}`
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('accounts').set({ email }).where('email', '=', cora.email).execute()
    })
    expect((await cora.send('GET /jwt', { query: { email: cora.email } })).status).toBe(403)
    expect((await cora.send('GET /jwt', { query: { email } })).status).toBe(200)
    expect((await cora.send('GET /user/admin/{email}', { params: { email } })).status).toBe(200)
    expect((await cora.send('GET /user/admin/{email}', { params: { email: cora.email } })).status).toBe(403)
  })
})
