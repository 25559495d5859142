import type { Page, Route } from '@playwright/test'

/** Requests that are held back. `release` waits for the first of them and then continues all, or handles them with `how`. */
export type Held = { release: (how?: (route: Route) => Promise<void>) => Promise<void> }

/** Holds back the page's requests to these addresses until they are released. Later requests are not held back. */
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

/** Sends the request to the shop and then fails it in the browser, as if the response had been lost. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

/** Matches all scripts but the first one, which runs before the others have arrived. */
export const laterScripts = /\/assets\/(?!boot)[^/]*\.js$/

/** Counts the page's requests whose path starts with `path`, from now on. */
export function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => void (new URL(request.url()).pathname.startsWith(path) && (count += 1)))
  return () => count
}
