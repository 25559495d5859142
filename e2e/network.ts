import type { Page, Route } from '@playwright/test'

/** Requests that wait. `release` waits for the first of them, then lets them go on, or do what it is told. */
export type Held = { release: (how?: (route: Route) => Promise<void>) => Promise<void> }

/** Lets no request of the page to these addresses go on before it is released; after that all go through. */
export async function hold(page: Page, addresses: string | RegExp): Promise<Held> {
  const first = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<(route: Route) => Promise<void>>()
  let open = false
  await page.route(addresses, async (route) => {
    if (open) return route.continue()
    first.resolve()
    const how = await gate.promise
    return how(route)
  })
  return {
    release: async (how = (route) => route.continue()) => {
      await first.promise
      open = true
      gate.resolve(how)
    },
  }
}

/** The shop gets the request and does what it asks for, but its answer is lost on the way. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

/** Everything that a page starts without: the scripts but the very first one. */
export const laterScripts = /\/assets\/(?!boot)[^/]*\.js$/

/** Counts the page's requests to addresses whose path begins so, from now on. */
export function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => void (new URL(request.url()).pathname.startsWith(path) && (count += 1)))
  return () => count
}
