import type { TestShop } from '../shop.ts'
import { actionsOf } from './shop-actions.ts'
import type { ShopActions } from './shop-actions.ts'
import { startShopProcess } from './shop-process.ts'
import type { ShopProcess } from './shop-process.ts'
import type { StripeShop } from './stripe-shop.ts'

/** The shops on one database that take part in a random history. */
export type Shops = {
  /** Returns one of the shops. */
  shop: (by: number) => ShopActions
  /** Replaces a shop with a new one on the same database, as after a kill. */
  restart: (by: number) => Promise<void>
  /** Closes what a history has left open. */
  afterHistory: () => Promise<void>
  close: () => Promise<void>
}

/** One shop in this process. After `restart`, actions that have begun continue in the old shop. */
export function shopsHere(first: StripeShop): Shops {
  let current = actionsOf(first)
  const opened: TestShop[] = []
  const closeOpened = async () => {
    current = actionsOf(first)
    for (const { close } of opened.splice(0)) await close()
  }
  return {
    shop: () => current,
    restart: async () => {
      const next = await first.another()
      next.payments.pollMs = 0
      opened.push(next)
      current = actionsOf(next)
    },
    afterHistory: closeOpened,
    close: closeOpened,
  }
}

/** Several shops, each in a process of its own, which `restart` kills with SIGKILL. */
export async function shopsInProcesses({ store, stripe }: StripeShop, count: number): Promise<Shops> {
  const start = () => startShopProcess(store, stripe)
  const running = await Promise.all(Array.from({ length: count }, start))
  function at(by: number): ShopProcess {
    const found = running[by % count]
    if (!found) throw new Error('There is no shop process.')
    return found
  }
  return {
    shop: at,
    restart: async (by) => {
      const killed = at(by)
      running[by % count] = await start()
      await killed.kill()
    },
    afterHistory: async () => undefined,
    close: async () => void (await Promise.all(running.map(({ kill }) => kill()))),
  }
}
