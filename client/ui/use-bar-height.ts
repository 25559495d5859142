import { useEffect } from 'react'
import type { RefObject } from 'react'

/** The lowest 2 % of the window. A bar that sticks to the foot ends there. */
const FOOT = { rootMargin: '-98% 0px 0px' }

/**
 * Publishes the height of a bar that sticks to the foot of the window as `--foot-bar`, so that toasts and focused
 * controls stay clear of it. The height is 0 while the bar does not stick, or has scrolled up with the page.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    const element = bar.current
    if (!element || !enabled) return
    const { style } = document.documentElement
    let atFoot = false
    function publish(shown: HTMLElement): void {
      const sticks = atFoot && getComputedStyle(shown).position === 'sticky'
      style.setProperty('--foot-bar', `${sticks ? shown.offsetHeight : 0}px`)
    }
    const size = new ResizeObserver(() => publish(element))
    const place = new IntersectionObserver((entries) => {
      atFoot = entries.at(-1)?.isIntersecting ?? false
      publish(element)
    }, FOOT)
    size.observe(element)
    place.observe(element)
    return () => {
      size.disconnect()
      place.disconnect()
      style.removeProperty('--foot-bar')
    }
  }, [bar, enabled])
}
