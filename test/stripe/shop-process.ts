import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { childEnv } from '../processes/child-node.ts'
import { mailSettings } from '../shop.ts'
import type { Store } from '../stores.ts'
import type { FakeStripe } from './serve.ts'
import type { ShopActions } from './shop-actions.ts'
import { stripeSettings } from './stripe.ts'

/** A request to a shop process, and its answer. An action that has thrown has an `error`. */
export type ActionRequest = { id: number; name: keyof ShopActions; argument: unknown }
export type ActionAnswer = { id: number; value?: unknown; error?: string }

/** A shop in a process of its own. Actions that still run when it is killed resolve with 0. */
export type ShopProcess = ShopActions & { kill: () => Promise<void> }

/** Starts a shop in a process of its own, on the database in `store`. */
export async function startShopProcess(store: Store, stripe: FakeStripe): Promise<ShopProcess> {
  const place = { DATA_DIR: store.dataDir, ...(store.databaseUrl && { DATABASE_URL: store.databaseUrl }) }
  const child = fork(join(import.meta.dirname, 'shop-process-main.ts'), {
    env: { ...childEnv, DEMO: '0', ...mailSettings, ...place, ...stripeSettings(stripe) },
  })
  const waiting = new Map<number, (answer: ActionAnswer) => void>()
  const ready = Promise.withResolvers<void>()
  child.on('message', (answer: ActionAnswer | 'ready') => {
    if (answer === 'ready') ready.resolve()
    else waiting.get(answer.id)?.(answer)
  })
  child.once('exit', (code) => {
    ready.reject(new Error(`The shop process has ended with ${code}.`))
    for (const [id, answer] of waiting) answer({ id, value: 0 })
  })
  let count = 0
  async function ask(name: keyof ShopActions, argument?: unknown): Promise<unknown> {
    const id = (count += 1)
    const { promise, resolve } = Promise.withResolvers<ActionAnswer>()
    waiting.set(id, resolve)
    const request: ActionRequest = { id, name, argument }
    if (child.connected) child.send(request)
    else resolve({ id, value: 0 })
    const { value, error } = await promise
    waiting.delete(id)
    if (error !== undefined) throw new Error(error)
    return value
  }
  await ready.promise
  return {
    open: (order) => ask('open', order),
    showPayment: (payment) => ask('showPayment', payment),
    cancel: (paymentId) => ask('cancel', paymentId),
    refund: (order) => ask('refund', order),
    markPaid: (paymentId) => ask('markPaid', paymentId),
    takeBack: (paymentId) => ask('takeBack', paymentId),
    reopen: (paymentId) => ask('reopen', paymentId),
    reconcile: () => ask('reconcile'),
    takeEvent: async (event) => Number(await ask('takeEvent', event)),
    kill: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}
