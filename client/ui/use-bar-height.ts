import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Limits the intersection observer to the lowest 2% of the window. A bar that sticks to the bottom of the window is
 * in this part.
 */
const FOOT = { rootMargin: '-98% 0px 0px' }

/**
 * Sets the CSS variable `--foot-bar` to the height of a bar that sticks to the bottom of the window, so that the bar
 * covers no toasts and no focused elements. The value is 0 if the bar does not stick, or has scrolled out of the
 * window with the page.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    const element = bar.current
    if (!element || !enabled) return
    const { style } = document.documentElement
    let atFoot: boolean | null = null
    function publish(shown: HTMLElement): void {
      // A change of the variable makes the browser calculate the styles of the whole page again.
      if (atFoot === null) return
      const sticks = atFoot && ['sticky', 'fixed'].includes(getComputedStyle(shown).position)
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
