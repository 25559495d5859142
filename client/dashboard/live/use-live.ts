import { createContext, useContext, useEffect, useRef } from 'react'
import type { LiveTopic } from '#contract/values/live.ts'
import { LiveSource } from './live-source.ts'

/** The shortest time between two refreshes of one component, in ms. */
const REFRESH_INTERVAL = 800

/**
 * The dashboard's connection for live updates. Components outside of the dashboard get a connection that is never
 * opened.
 */
export const LiveContext = createContext(new LiveSource())

/**
 * Calls `refresh` when data of one of `topics` has changed, at most once per `REFRESH_INTERVAL`. `topics` must be the
 * same array in every render.
 */
export function useLive(topics: readonly LiveTopic[], refresh: () => void): void {
  const live = useContext(LiveContext)
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  }, [refresh])
  useEffect(() => {
    const throttled = throttle(() => latest.current(), REFRESH_INTERVAL)
    const unsubscribe = live.subscribe(topics, throttled.run)
    return () => {
      unsubscribe()
      throttled.stop()
    }
  }, [live, topics])
}

/** Returns a function that refreshes all components on the page that show data of a topic. */
export function useRefreshTopic(): (topic: LiveTopic) => void {
  return useContext(LiveContext).publish
}

/**
 * Returns the function `run`, which calls `work` at once, but at most once per `interval` ms. If `run` is called
 * again during an interval, `work` is called once more when the interval ends. `stop` cancels this last call.
 */
export function throttle(work: () => void, interval: number): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isRequested = false

  function run(): void {
    if (timer) {
      isRequested = true
      return
    }
    timer = setTimeout(endInterval, interval)
    work()
  }

  function endInterval(): void {
    timer = null
    if (!isRequested) return
    isRequested = false
    run()
  }

  function stop(): void {
    if (timer) clearTimeout(timer)
    timer = null
    isRequested = false
  }

  return { run, stop }
}
