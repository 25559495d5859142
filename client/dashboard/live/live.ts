import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { LiveTopic } from '#contract/values/live.ts'
import { LiveSource } from './live-source.ts'
import { paced } from './pace.ts'

/** The least time between two readings of one screen, in ms. */
const PACE = 800

const LiveContext = createContext(new LiveSource())

export const LiveProvider = LiveContext.Provider

/** Has everything read again that shows what belongs to a topic. */
export function useTellLive(): (topic: LiveTopic) => void {
  return useContext(LiveContext).tell
}

/** Since when nothing has come by itself, in ms since 1970; null while the line is there. */
export function useOutage(): number | null {
  const { watchOutage, getOutage } = useContext(LiveContext)
  return useSyncExternalStore(watchOutage, getOutage)
}

/** Whether the server closed the line because the admin has too many pages open. */
export function useIsReplaced(): boolean {
  const { watchOutage, isReplaced } = useContext(LiveContext)
  return useSyncExternalStore(watchOutage, isReplaced)
}

/** Runs `refresh` when one of these topics has changed, not more often than is good. `topics` must not change. */
export function useLive(topics: readonly LiveTopic[], refresh: () => void): void {
  const live = useContext(LiveContext)
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  }, [refresh])
  useEffect(() => {
    const pace = paced(() => latest.current(), PACE)
    const unsubscribe = live.subscribe(topics, pace.run)
    return () => {
      unsubscribe()
      pace.stop()
    }
  }, [live, topics])
}
