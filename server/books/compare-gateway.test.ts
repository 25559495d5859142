import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { runOwnersCommandHere } from '#test/commands.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'
import { stripeSettings } from '#test/stripe/stripe.ts'
import { stripeGateway } from '#server/payments/stripe/stripe-gateway.ts'
import { compareWithGateway, listMoney } from './compare-gateway.ts'
import { readSnapshot } from './snapshot.ts'
import { shopOrigin } from '#test/calls.ts'

const HOUR = 60 * 60 * 1000

describe.each(stores)('the books beside what Stripe lists, on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let people = 0
  let cora: TestPerson
  let paymentId: string
  let intent: string
  beforeEach(async () => {
    shop.stripe.account.clear()
    await run('DELETE FROM payments', 'DELETE FROM orders', 'DELETE FROM cart_items', 'DELETE FROM refunds')
    await run('UPDATE counters SET value = 0')
    cora = await shop.person(`Cora ${(people += 1)}`)
    const session = await shop.startPaying(cora)
    shop.stripe.account.pay(session.id)
    await shop.stripe.events.deliver()
    paymentId = paymentIdOf(session)
    intent = String(session.payment_intent)
  })

  const run = async (...statements: string[]) => {
    for (const statement of statements) await shop.database.write(({ tx }) => sql.raw(statement).execute(tx))
  }
  const gateway = () => {
    const { secretKey, webhookSecret, url: apiBase } = shop.stripe
    return stripeGateway({ secretKey, webhookSecret, apiBase, publicUrl: shopOrigin, retries: 0 })
  }
  const compare = async (at = Date.now()) => {
    const span = { from: at - HOUR, to: at + HOUR }
    const listed = await listMoney(gateway(), span)
    return readSnapshot(shop.store, (query) => compareWithGateway(query, listed, 'USD'))
  }
  const ORDER = String.raw`Order \d+ \([\w -]+, Cora \d+, \S+@\S+, \$15.05\)`

  test('agrees, also about refunds, and counts the charges of other programs', async () => {
    shop.stripe.account.createRefund({ payment_intent: intent, amount: '500' })
    await shop.stripe.events.deliver()
    const { id } = shop.stripe.account.intent(intent)
    shop.stripe.account.intents.set('pi_other', {
      ...shop.stripe.account.intent(id),
      id: 'pi_other',
      metadata: {},
    })
    const { faults, summary } = await compare()
    expect(faults).toEqual([])
    expect(summary).toMatch(
      /^Stripe lists 1 charges with \$15\.05 and 1 refunds with \$5\.00 of this shop from .+\. It also lists 1 charges of other programs\.$/,
    )
  })

  test.each([
    [
      'a charge without a payment',
      () => run('DELETE FROM payments', 'DELETE FROM orders'),
      String.raw`Stripe has charged \$15.05 \([\w -]+, pi_\w+\) for payment \S+, which is not in the books. .+`,
    ],
    [
      'a charge of a payment that is pending',
      () => run(`UPDATE payments SET status = 'pending', reference = NULL`),
      String.raw`${ORDER} is pending, but Stripe has charged \$15.05 \(pi_\w+\). .+`,
    ],
    [
      'another amount',
      () => run('UPDATE payments SET amount_cents = 1'),
      String.raw`${ORDER} was paid with \$0.01, but Stripe has charged \$15.05. .+`,
    ],
    [
      'a payment that Stripe does not have',
      () => run(`UPDATE payments SET reference = 'pi_gone'`),
      String.raw`${ORDER} is paid with pi_gone, which Stripe does not list. .+`,
    ],
    [
      'a second charge of one payment',
      () => run(`UPDATE payments SET reference = 'pi_gone'`),
      String.raw`${ORDER} has the reference pi_gone, but Stripe has charged \$15.05 as pi_\w+, too. .+`,
    ],
    [
      'a refund that is not in the books',
      async () => {
        shop.stripe.account.createRefund({ payment_intent: intent, amount: '500' })
        shop.stripe.events.lose()
      },
      String.raw`Stripe has a refund of \$5.00 \([\w -]+, re_\w+\) of pi_\w+, which is not in the books. .+`,
    ],
    [
      'a refund that has failed at Stripe',
      async () => {
        const { id } = shop.stripe.account.createRefund({ payment_intent: intent, amount: '500' })
        await run(
          `INSERT INTO refunds (id, payment_id, amount_cents, status, reference, created_at) VALUES ('r', '${paymentId}', 500, 'succeeded', '${id}', 1)`,
        )
        shop.stripe.account.refund(id).status = 'failed'
      },
      String.raw`${ORDER} has a refund of \$5.00 that is succeeded, but at Stripe it is \$5.00 \(.+, re_\w+\) and failed. .+`,
    ],
    [
      'a refund that Stripe does not have',
      () =>
        run(
          `INSERT INTO refunds (id, payment_id, amount_cents, status, reference, created_at) VALUES ('r', '${paymentId}', 500, 'succeeded', 're_gone', ${Date.now()})`,
        ),
      String.raw`${ORDER} has a refund of \$5.00 \(re_gone\), which Stripe does not list. .+`,
    ],
  ])('finds %s', async (_, plant, said) => {
    await plant()
    const { faults } = await compare()
    expect(faults.filter((fault) => new RegExp(`^${said}$`).test(fault)).length, faults.join('\n')).toBe(1)
  })

  test('agrees about a renewal that was charged days after it was placed, and looks for it where it was charged', async () => {
    const placed = Date.now() - 72 * HOUR
    await run(`UPDATE payments SET due_at = created_at, created_at = ${placed}`)
    expect((await compare(placed)).faults).toEqual([])
    shop.stripe.account.clear()
    expect((await compare(placed)).faults).toEqual([])
    expect((await compare()).faults).toHaveLength(1)
  })

  test('is what the command compares for a span of days', async () => {
    const verify = (...args: string[]) => {
      const env = { ...stripeSettings(shop.stripe), PUBLIC_URL: shopOrigin, DEMO: '1' }
      return runOwnersCommandHere('verify-books', { ...shop.store, env }, args)
    }
    const yesterday = new Date(Date.now() - 24 * HOUR)
    await run(`UPDATE payments SET created_at = ${yesterday.getTime()}`)
    shop.stripe.account.intent(intent).created -= 24 * 60 * 60
    const day = yesterday.toISOString().slice(0, 10)
    expect(await verify('--stripe', day)).toMatchObject({
      code: 0,
      said: `Stripe lists 1 charges with $15.05 and 0 refunds with $0.00 of this shop from ${day} to ${day}.\nThe books are in order.\n`,
    })
    shop.stripe.account.clear()
    const { code, complained } = await verify('--stripe')
    expect([code, complained]).toEqual([
      1,
      expect.stringMatching(/which Stripe does not list\.[^]*1 found in all\./),
    ])
    expect((await verify('--stripe', 'soon')).complained).toMatch(/^soon is no day\. Usage: /)
    expect((await verify('--all')).complained).toMatch(/^Usage: /)
  })
})
