import { use } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { networkError } from '#client/lib/api-error.ts'

/** How long to wait for the script of a page, in ms (specification section 9). */
export const CHUNK_TIMEOUT = 120_000

/** A page or a layout. A page has no props. A layout gets a page as `children` and renders it. */
type PageComponent = ComponentType<{ children?: ReactNode }>

export type LazyPage = {
  /**
   * Loads the page's script once and returns its component. Rejects with an `ApiError` whose code is `network` if the
   * script cannot be loaded within `CHUNK_TIMEOUT`.
   */
  load: () => Promise<PageComponent>
  /** Renders the page. Suspends until the page's script has been loaded. */
  Page: PageComponent
}

/**
 * `fetchScript` imports the script that exports the page's component as `name`. If it cannot be loaded, `fallback` is rendered in
 * its place, until the browser loads the shop again. What is not inside an error boundary needs a fallback.
 */
export function lazyPage<N extends string>(
  fetchScript: () => Promise<Record<N, PageComponent>>,
  name: N,
  fallback?: PageComponent,
): LazyPage {
  let page: PageComponent | null = null
  let fetching: Promise<PageComponent> | null = null

  function fetchOnce(): Promise<PageComponent> {
    fetching ??= inTime(fetchScript())
      .then((script) => script[name])
      .catch((error: unknown) => fallback ?? Promise.reject(error))
      .then((component) => (page = component))
    return fetching
  }

  /**
   * Loads the page's script. A failed load is not cached, so the next call tries again: for example, if a preload has
   * failed and the user then clicks the link.
   */
  async function load(): Promise<PageComponent> {
    try {
      return await fetchOnce()
    } catch (error) {
      fetching = null
      throw error
    }
  }

  function Page({ children }: { children?: ReactNode }) {
    const Loaded = page ?? use(fetchOnce())
    // `Loaded` is created outside of this function, but the lint rule cannot see that.
    // oxlint-disable-next-line react/static-components
    return <Loaded>{children}</Loaded>
  }

  return { load, Page }
}

/** Waits for a script. Rejects with an `ApiError` whose code is `network` if it cannot be loaded within `CHUNK_TIMEOUT`. */
export async function inTime<T>(arriving: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('The code of this page did not come', 'TimeoutError')),
      CHUNK_TIMEOUT,
    )
  })
  try {
    return await Promise.race([arriving, late])
  } catch (cause) {
    throw networkError(cause)
  } finally {
    clearTimeout(timer)
  }
}
