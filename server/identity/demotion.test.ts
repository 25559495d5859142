import '#test/cheap-passwords.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { senderFor } from '#test/calls.ts'
import type { Sender } from '#test/calls.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const ROUNDS = 25
/** A test timeout in milliseconds that is long enough for hundreds of API calls on a busy machine. */
const PATIENT = { timeout: 180_000 }

/**
 * The databases to test with, and the number of server instances on each. On PostgreSQL the tests also run with two
 * instances that share one database. The requests of the admin Zoe then go to the second instance.
 */
const settings = stores.flatMap((store) =>
  store.name === 'sqlite'
    ? [{ ...store, instances: 1 }]
    : [
        { ...store, instances: 1 },
        { ...store, instances: 2 },
      ],
)

describe.each(settings)('demoting on $name with $instances of the shop', ({ fresh, instances }) => {
  const shop = givenShop(fresh)
  let second: TestShop | null = null
  let ada: TestPerson
  let zoe: TestPerson
  let zoeThere: Sender
  beforeAll(async () => {
    if (instances === 2) second = await openTestShop(shop.store)
    ;[ada, zoe] = await Promise.all([shop.admin('Ada'), shop.admin('Zoe')])
    zoeThere = senderFor((second ?? shop).app, () => ({ authorization: `Bearer ${zoe.token}` }))
  })
  afterAll(() => second?.close())
  beforeEach(makeBothAdmins)

  async function makeBothAdmins(): Promise<void> {
    await shop.database.write(async ({ tx, publish }) => {
      await tx.updateTable('users').set({ role: 'Admin' }).execute()
      for (const { userId } of [ada, zoe]) publish({ type: 'user-changed', userId })
    })
  }

  const admins = async () =>
    (await shop.database.read.selectFrom('users').select('id').where('role', '=', 'Admin').execute()).length

  test(
    `two admins who demote each other at the same moment leaves one admin, in each of ${ROUNDS} rounds`,
    PATIENT,
    async () => {
      const left = new Map<string, number>()
      for (let round = 0; round < ROUNDS; round++) {
        await makeBothAdmins()
        const statuses = await Promise.all([
          ada.call('PUT /removeAdmin/{id}', { params: { id: zoe.userId } }),
          round % 2 === 0
            ? zoeThere.call('PUT /removeAdmin/{id}', { params: { id: ada.userId } })
            : zoeThere
                .call('DELETE /userDelete/{id}', { params: { id: 'unknown' } })
                .then(() => zoeThere.call('PUT /removeAdmin/{id}', { params: { id: ada.userId } })),
        ])
        const outcome = `${await admins()} left`
        left.set(outcome, (left.get(outcome) ?? 0) + 1)
        expect(statuses.map(({ status }) => status)).toContain(200)
      }
      expect([...left]).toEqual([['1 left', ROUNDS]])
    },
  )

  test(
    'an admin who is sending requests ends their access: no request sent after the response succeeds',
    PATIENT,
    async () => {
      const email = zoe.email
      for (let round = 0; round < 5; round++) {
        await makeBothAdmins()
        const tokens = await Promise.all(
          Array.from(
            { length: 6 },
            async () => (await zoe.call('GET /jwt', { query: { email } })).answer.accessToken,
          ),
        )
        const senders = tokens.map((token) =>
          senderFor((second ?? shop).app, () => ({ authorization: `Bearer ${token}` })),
        )
        let demoted = false
        const seen = { before: 0 }
        const late: number[] = []
        const work = async (sender: Sender) => {
          while (late.length < 30) {
            const sentAfter = demoted
            const { status } = await sender.call('GET /allUser', { query: { limit: '1' } })
            if (sentAfter) late.push(status)
            else if (status === 200) seen.before += 1
            await new Promise<void>((next) => setImmediate(next))
          }
        }
        const working = senders.map(work)
        while (seen.before < 10) await new Promise<void>((next) => setImmediate(next))
        const { status } = await ada.call('PUT /removeAdmin/{id}', { params: { id: zoe.userId } })
        demoted = true
        await Promise.all(working)
        expect([status, [...new Set(late)]]).toEqual([200, [403]])
      }
    },
  )

  test.skipIf(instances === 1)(
    'also ends the access in an instance that has not received the event yet',
    async () => {
      const status = async () => (await zoeThere.call('GET /allUser', { query: {} })).status
      expect(await status()).toBe(200)
      if (second) vi.spyOn(second.database.events, 'publish').mockReturnValue(undefined)
      await ada.call('PUT /removeAdmin/{id}', { params: { id: zoe.userId } })
      expect(await status()).toBe(403)
    },
  )
})
