import { expect } from '@playwright/test'
import type { Page, Route } from '@playwright/test'

/**
 * Requests of a page that are being held back. `release` waits until the first request has arrived. Then all held
 * requests continue, or `how` handles each of them.
 */
export type Held = { release: (how?: (route: Route) => Promise<void>) => Promise<void> }

/** Holds back the page's requests to these URLs until `release` is called. Requests after that are not held back. */
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

/** Sends the request to the shop and then fails it in the browser, as if the response had been lost on the way. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

/**
 * Matches the URLs of all scripts of the shop except the first one, `boot`. That script runs before the others have
 * arrived.
 */
export const laterScripts = /\/assets\/(?!boot)[^/]*\.js$/

/**
 * Counts the page's requests to paths that start with `path`, from now on. The returned function returns the count so
 * far.
 */
export function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => void (new URL(request.url()).pathname.startsWith(path) && (count += 1)))
  return () => count
}

/**
 * Makes the page fetch its data again, as it does when its tab is shown, until `check` passes. With several server
 * instances, the first responses may be up to a second old.
 */
export async function refetchUntil(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    await check()
  }).toPass()
}
