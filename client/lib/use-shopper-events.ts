import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LIVE_REPLACED, OWN_LIVE_PATH, RECONNECT_DELAY } from '#contract/values/live.ts'

const CALLS = ['GET /myOrders', 'GET /myOrder/{id}', 'GET /myCarts']

/**
 * Loads the shown orders and cart of the signed-in user again when the server says that one of the user's orders has
 * changed. A hidden page has no connection, because over HTTP/1.1 a browser opens only six to one server. When it
 * becomes visible, TanStack Query loads its data again. People without an account get no events, so it needs `isSignedIn`.
 */
export function useShopperEvents(isSignedIn = true): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isSignedIn) return undefined
    const refresh = () => {
      for (const name of CALLS) void client.invalidateQueries({ queryKey: [name] })
    }
    let close: (() => void) | undefined
    const follow = () => {
      close?.()
      close = document.visibilityState === 'visible' ? followEvents(refresh) : undefined
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      close?.()
    }
  }, [client, isSignedIn])
}

/**
 * Calls `refresh` after each event, and when the connection is back, because events may have been missed. Returns a function
 * that closes the connection.
 */
export function followEvents(refresh: () => void): () => void {
  let connection: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasLost = false
  function open(): void {
    connection = new EventSource(`/api${OWN_LIVE_PATH}`)
    connection.addEventListener('orders', refresh)
    connection.addEventListener('error', () => {
      wasLost = true
      if (connection.readyState === EventSource.CLOSED) timer = setTimeout(open, RECONNECT_DELAY)
    })
    connection.addEventListener('open', () => {
      if (wasLost) refresh()
      wasLost = false
    })
    connection.addEventListener(LIVE_REPLACED, () => connection.close())
  }
  open()
  return () => {
    clearTimeout(timer)
    connection.close()
  }
}
