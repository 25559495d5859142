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
 * Returns a function that loses the answer to the next request that changes something at these URLs. The route stays: if one
 * is removed while other requests are in flight, these sometimes never end.
 */
export async function answersToLose(page: Page, addresses: string): Promise<() => void> {
  let isLost = false
  await page.route(addresses, (route) => {
    if (!isLost || route.request().method() === 'GET') return route.continue()
    isLost = false
    return loseAnswer(route)
  })
  return () => {
    isLost = true
  }
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

/** Makes the browser refuse every access to its storage. */
export const FORBID_STORAGE = `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('Forbidden', 'SecurityError') } })`

type Upgrade = { gone: (url: URL) => boolean; path: RegExp; oldDocuments?: number }

/**
 * Simulates an upgrade of the shop while a page is open. The scripts that `gone` matches respond with 404, and the HTML at `path` names
 * another first script. The scripts can be loaded again when the page has loaded more than `oldDocuments` documents. The returned
 * function returns how many documents the page has loaded since the call.
 */
export async function upgradeShop(
  page: Page,
  { gone, path, oldDocuments = 1 }: Upgrade,
): Promise<() => number> {
  let documents = 0
  page.on('request', (request) => void (documents += Number(request.isNavigationRequest())))
  await page.route(gone, (route) =>
    documents > oldDocuments ? route.continue() : route.fulfill({ status: 404, body: 'not here' }),
  )
  await page.route(path, async (route) => {
    if (route.request().isNavigationRequest()) return route.continue()
    const response = await route.fetch()
    const body = (await response.text()).replace('/assets/boot-', '/assets/boot-new-')
    return route.fulfill({ response, body })
  })
  return () => documents
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
