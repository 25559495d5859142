import { demoAccounts } from '#contract/values/demo.ts'
import { startProcess } from '../shop/bench-process.ts'
import { request, requestsPerSecond } from '../shop/load.ts'
import { sideBySide } from '../shop/pace.ts'
import type { Measurement, Stage } from '../shop/stage.ts'

/** As many as there are hashes at once, and two that wait. */
const CLIENTS = 4
/** A hash takes a tenth of a second: a slice has to hold many. */
const LONGER = 2

export const signInFigure: Measurement = {
  name: 'sign-in',
  measure: async (stage) => {
    const loop = await startProcess(['bench/figures/argon2-loop.ts'])
    try {
      const found = await sideBySide(stage.pace, {
        ours: (seconds) => signInsPerSecond(stage, seconds * LONGER),
        limit: async (seconds) =>
          Number(await (await fetch(`http://127.0.0.1:${loop.port}/${seconds * LONGER}`)).text()),
      })
      return [
        {
          name: 'sign-in',
          unit: '1/s',
          ...found,
          goal: 0.8,
          better: 'more',
          note: 'limit: argon2id alone, the same parameters',
        },
      ]
    } finally {
      await loop.close()
    }
  },
}

function signInsPerSecond({ shop }: Stage, seconds: number): Promise<number> {
  const { email, password } = demoAccounts.shopper
  const origin = `http://localhost:${shop.port}`
  const asked = request('POST /api/auth/sign-in', { origin }, JSON.stringify({ email, password }))
  return requestsPerSecond({ port: shop.port, clients: CLIENTS, seconds, next: () => asked })
}
