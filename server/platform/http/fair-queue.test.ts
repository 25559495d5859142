import { afterEach, describe, expect, test, vi } from 'vitest'
import { networksOf } from './address.ts'
import { Overloaded } from './errors.ts'
import { FairQueue } from './fair-queue.ts'

/**
 * Returns a queue and functions to control it. A piece of work that was started runs until the test ends it. `started`
 * and `refused` are the names of the started and of the refused pieces of work, in order.
 */
function openQueue(maxWaiting: number) {
  const queue = new FairQueue({ maxAtOnce: 1, maxWaiting })
  const running: (() => void)[] = []
  const started: string[] = []
  const refused: string[] = []
  const ask = (name: string, address: string, isKnown = false) => {
    const work = () => {
      started.push(name)
      return new Promise<void>((end) => running.push(end))
    }
    queue
      .run({ isKnown, networks: networksOf(address) }, work)
      .catch((error: unknown) => refused.push(error instanceof Overloaded ? name : String(error)))
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    started,
    refused,
    ask,
    settle,
    /** Ends the running pieces of work one after another until none is left. */
    finish: async () => {
      await settle()
      for (let end = running.shift(); end; end = running.shift()) {
        end()
        await settle()
      }
    },
  }
}

describe('a fair queue', () => {
  afterEach(() => void vi.useRealTimers())

  test('runs up to its limit at once, and the others in the order of their arrival', async () => {
    const { ask, started, settle, finish } = openQueue(9)
    for (const name of ['a', 'b', 'c']) ask(name, `192.0.2.${name.codePointAt(0)}`)
    await settle()
    expect(started).toEqual(['a'])
    await finish()
    expect(started).toEqual(['a', 'b', 'c'])
  })

  test('alternates between known browsers and others', async () => {
    const { ask, started, finish } = openQueue(9)
    ask('first', '192.0.2.1')
    for (const name of ['new 1', 'new 2', 'new 3']) ask(name, '192.0.2.1')
    for (const name of ['known 1', 'known 2']) ask(name, '192.0.2.1', true)
    await finish()
    expect(started).toEqual(['first', 'known 1', 'new 1', 'known 2', 'new 2', 'new 3'])
  })

  test('prefers the network with the fewest recent requests', async () => {
    const { ask, started, finish } = openQueue(9)
    for (const name of ['busy 1', 'busy 2', 'busy 3', 'busy 4']) ask(name, '192.0.2.1')
    for (const name of ['calm 1', 'calm 2']) ask(name, '192.0.2.2')
    await finish()
    expect(started).toEqual(['busy 1', 'calm 1', 'busy 2', 'calm 2', 'busy 3', 'busy 4'])
  })

  test('counts all /64 networks of a /48 together', async () => {
    const { ask, started, finish } = openQueue(9)
    for (let index = 0; index < 4; index++) ask(`busy ${index}`, `2001:db8:1:${index}::1`)
    ask('other /48', '2001:db8:2::1')
    await finish()
    expect(started).toEqual(['busy 0', 'other /48', 'busy 1', 'busy 2', 'busy 3'])
  })

  test('prefers the /64 networks of a /48 with fewer requests', async () => {
    const { ask, started, finish } = openQueue(9)
    for (let index = 0; index < 5; index++) ask(`busy ${index}`, '2001:db8:1:1::1')
    ask('other /64', '2001:db8:1:2::1')
    await finish()
    expect(started).toEqual(['busy 0', 'busy 1', 'busy 2', 'other /64', 'busy 3', 'busy 4'])
  })

  test('counts earlier requests of a network for some minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { ask, started, finish } = openQueue(9)
    const inTurn = async () => {
      started.splice(0)
      ask('first', '192.0.2.9')
      ask('busy', '192.0.2.1')
      ask('calm', '192.0.2.2')
      await finish()
      return started.slice(1)
    }
    for (let times = 0; times < 5; times++) ask('earlier', '192.0.2.1')
    await finish()
    expect(await inTurn()).toEqual(['calm', 'busy'])
    vi.setSystemTime(Date.now() + 10 * 60_000)
    expect(await inTurn()).toEqual(['busy', 'calm'])
  })

  test('refuses a request of the busiest network if a line is full, not the last one', async () => {
    const { ask, started, refused, finish } = openQueue(2)
    for (const name of ['busy 1', 'busy 2', 'busy 3']) ask(name, '2001:db8:1:1::1')
    ask('calm', '2001:db8:2:1::1')
    ask('busy 4', '2001:db8:1:2::1')
    await finish()
    expect([refused, started]).toEqual([
      ['busy 3', 'busy 4'],
      ['busy 1', 'calm', 'busy 2'],
    ])
  })

  test('does not refuse a known browser if the line of the others is full', async () => {
    const { ask, started, refused, finish } = openQueue(2)
    for (let index = 0; index < 9; index++) ask(`new ${index}`, `192.0.2.${index}`)
    for (const name of ['known 1', 'known 2']) ask(name, '192.0.2.1', true)
    await finish()
    expect(started).toEqual(['new 0', 'known 1', 'new 1', 'known 2', 'new 2'])
    expect(refused).toHaveLength(6)
  })

  test('continues after work that failed', async () => {
    const queue = new FairQueue({ maxAtOnce: 1, maxWaiting: 2 })
    const requester = { isKnown: false, networks: [] }
    const failing = queue.run(requester, () => Promise.reject(new Error('no result')))
    const next = queue.run(requester, async () => 'result')
    await expect(failing).rejects.toThrow('no result')
    expect(await next).toBe('result')
  })
})
