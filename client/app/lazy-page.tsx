import { use } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { networkError } from '#client/lib/api-error.ts'

/** How long the code of a page may take to arrive, in ms (specification section 9). */
export const CHUNK_TIMEOUT = 120_000

/** A page has no props. A layout renders its children. */
type PageComponent = ComponentType<{ children?: ReactNode }>

export type LazyPage = {
  /** Fetches the code once. Rejects with an `ApiError` of code `network` if it does not arrive. */
  load: () => Promise<PageComponent>
  /** The page. It suspends until its code has arrived, and renders at once when it has. */
  Page: PageComponent
}

export function lazyPage(fetchPage: () => Promise<PageComponent>): LazyPage {
  let page: PageComponent | null = null
  let fetching: Promise<PageComponent> | null = null

  function fetchOnce(): Promise<PageComponent> {
    fetching ??= inTime(fetchPage()).then((loaded) => {
      page = loaded
      return loaded
    })
    return fetching
  }

  /** A rejected fetch is not cached: a preload that failed is retried when the link is followed. */
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
    // The component is created outside of render, which the rule cannot see.
    // oxlint-disable-next-line react/static-components
    return <Loaded>{children}</Loaded>
  }

  return { load, Page }
}

async function inTime<T>(arriving: Promise<T>): Promise<T> {
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
