import { use } from 'react'
import type { ComponentType } from 'react'
import { noAnswerError } from '#client/lib/api-error.ts'

/** How long the code of a page may take to arrive, in ms (specification section 9). */
export const CHUNK_TIMEOUT = 120_000

export type LazyPage = {
  /** Fetches the page's code, once. Rejects with an `ApiError` of code `network` when it does not come. */
  load: () => Promise<ComponentType>
  /** The page; suspends until its code is there, and is rendered at once when it is. */
  Page: ComponentType
}

export function lazyPage(fetchPage: () => Promise<ComponentType>): LazyPage {
  let page: ComponentType | null = null
  let fetching: Promise<ComponentType> | null = null

  function fetchOnce(): Promise<ComponentType> {
    fetching ??= inTime(fetchPage()).then((loaded) => {
      page = loaded
      return loaded
    })
    return fetching
  }

  /** What failed while somebody only pointed at a link is tried again when they follow it. */
  async function load(): Promise<ComponentType> {
    try {
      return await fetchOnce()
    } catch (error) {
      fetching = null
      throw error
    }
  }

  function Page() {
    const Loaded = page ?? use(fetchOnce())
    // oxlint-disable-next-line react/static-components
    return <Loaded />
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
    throw noAnswerError(cause)
  } finally {
    clearTimeout(timer)
  }
}
