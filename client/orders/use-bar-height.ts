import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Publishes the height of a bar that sticks to the foot of the window as `--foot-bar`, so that toasts and focused
 * controls stay clear of it.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    const element = bar.current
    if (!element || !enabled) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const sticks = getComputedStyle(element).position === 'sticky'
      style.setProperty('--foot-bar', `${sticks ? element.offsetHeight : 0}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--foot-bar')
    }
  }, [bar, enabled])
}
