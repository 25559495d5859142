import { createContext, useContext, useEffect, useRef } from 'react'
import type { LiveTopic } from '#contract/values/live.ts'
import { LiveSource } from './live-source.ts'

/** The shortest time between two refreshes of one component, in ms. */
const REFRESH_INTERVAL = 800

/** The live connection of the dashboard. Without a provider it is one that was never started. */
export const LiveContext = createContext(new LiveSource())

/** Calls `refresh` when one of these topics has changed, at most once per interval. `topics` must be a constant. */
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

/** Returns a function that refreshes everything on the page that shows a topic. */
export function useRefreshTopic(): (topic: LiveTopic) => void {
  return useContext(LiveContext).publish
}

/**
 * Runs `work` at once, and then at most once per `interval` ms. Calls within an interval cause one more run at its end.
 * `stop` cancels that run.
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
