import { describe, expect, test } from 'vitest'
import type { Charge, LocalGateway, RemoteAnswer, RemoteGateway } from '#server/payments/gateway.ts'
import { attemptTo } from '#test/gateway.ts'

/**
 * A new payment gateway to test. `script` controls whether charges fail, and reads how much money was moved. A
 * gateway that never fails has no `script`.
 */
export type GatewayUnderTest = {
  gateway: RemoteGateway | LocalGateway
  script?: {
    /** Sets what happens to the next charges. The modes are described in `test/gateway.ts`. */
    set: (mode: 'pay' | 'decline' | 'lost' | 'down') => void
    /** Returns how many cents were charged with this idempotency key. */
    moved: (key: string) => number
  }
}

/** Tests the rules that every payment gateway must follow. Each gateway has a test file that calls this function. */
export function testGateway(name: string, open: () => GatewayUnderTest): void {
  const charge = { idempotencyKey: 'first', amountCents: 1255 }

  describe(`the gateway ${name}`, () => {
    test('has a name that fits into the column of an attempt', () => {
      expect(open().gateway.name).toMatch(/^[a-z][a-z0-9-]*$/)
    })

    test('returns the same answer each time it is asked with one key', async () => {
      const { gateway } = open()
      const first = await ask(gateway, charge)
      expect(first.outcome).toBe('succeeded')
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask(gateway, charge)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify(first)]),
      )
    })

    test('returns another reference for another key', async () => {
      const { gateway } = open()
      const answers = [
        await ask(gateway, charge),
        await ask(gateway, { ...charge, idempotencyKey: 'second' }),
      ]
      const references = answers.map((answer) => answer.outcome === 'succeeded' && answer.reference)
      expect(new Set(references).size).toBe(2)
    })

    test('returns a promise only if it is a remote gateway', () => {
      const { gateway } = open()
      const answer: unknown =
        gateway.kind === 'local' ? gateway.decide(charge) : gateway.start(attemptTo(charge))
      expect(answer instanceof Promise).toBe(gateway.kind === 'remote')
    })

    if (open().script) testMovements(open, charge)
  })
}

function testMovements(open: () => GatewayUnderTest, charge: Charge): void {
  test('moves the money once for one key, however often it is asked and with whatever amount', async () => {
    const { gateway, script } = scripted(open)
    await Promise.all(Array.from({ length: 30 }, () => ask(gateway, charge)))
    await ask(gateway, { ...charge, amountCents: 9999 })
    expect(script.moved('first')).toBe(1255)
  })

  test('keeps declining a key that it has declined, and moves nothing', async () => {
    const { gateway, script } = scripted(open)
    script.set('decline')
    const first = await ask(gateway, charge)
    script.set('pay')
    expect(first).toEqual({ outcome: 'declined', reason: expect.stringMatching(/\S/) })
    expect(await ask(gateway, charge)).toEqual(first)
    expect(script.moved('first')).toBe(0)
  })

  test.each(['lost', 'down'] as const)(
    'rejects if the outcome is unknown (%s), and moves the money once in all when it is asked again',
    async (failure) => {
      const { gateway, script } = scripted(open)
      script.set(failure)
      await expect(ask(gateway, charge)).rejects.toBeInstanceOf(Error)
      script.set('pay')
      expect((await ask(gateway, charge)).outcome).toBe('succeeded')
      expect(script.moved('first')).toBe(1255)
    },
  )
}

function scripted(open: () => GatewayUnderTest): Required<GatewayUnderTest> {
  const { gateway, script } = open()
  if (!script) throw new Error('This gateway has no script.')
  return { gateway, script }
}

async function ask(gateway: RemoteGateway | LocalGateway, charge: Charge): Promise<RemoteAnswer> {
  return gateway.kind === 'local' ? gateway.decide(charge) : gateway.start(attemptTo(charge))
}
