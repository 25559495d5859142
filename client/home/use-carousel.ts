import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'

/**
 * The state of a carousel with `count` slides. `handlers` are event handlers for the element of the carousel, so that
 * arrow keys and swipes change the slide. `moved` is true once the slide has been changed.
 */
export function useCarousel(count: number) {
  const [{ index, moved }, setPlace] = useState({ index: 0, moved: false })
  const touch = useRef<{ x: number; y: number } | null>(null)

  function move(step: -1 | 0 | 1) {
    if (step !== 0) setPlace((place) => ({ index: wrapAround(place.index, step, count), moved: true }))
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = keyStep(event.key)
    if (step !== 0) event.preventDefault()
    move(step)
  }
  function onPointerDown(event: PointerEvent) {
    touch.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY }
  }
  function onPointerUp(event: PointerEvent) {
    if (touch.current) move(swipeStep(event.clientX - touch.current.x, event.clientY - touch.current.y))
    touch.current = null
  }
  function onPointerCancel() {
    touch.current = null
  }

  return { index, moved, move, handlers: { onKeyDown, onPointerDown, onPointerUp, onPointerCancel } }
}

/**
 * Returns the index of the slide that is `step` slides after `index`. After the last slide comes the first one again.
 */
export function wrapAround(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count
}

/**
 * Returns how many slides to advance when a key is pressed: 1 for the right arrow, -1 for the left arrow, 0 for other
 * keys.
 */
export function keyStep(key: string): -1 | 0 | 1 {
  if (key === 'ArrowRight') return 1
  return key === 'ArrowLeft' ? -1 : 0
}

/** The shortest horizontal movement of a finger, in CSS pixels, that counts as a swipe. */
const SWIPE = 40

/**
 * Returns how many slides to advance after a finger has moved by `across` and `down` CSS pixels: 1 for a swipe to the
 * left, -1 for a swipe to the right, otherwise 0.
 */
export function swipeStep(across: number, down: number): -1 | 0 | 1 {
  if (Math.abs(across) < SWIPE || Math.abs(across) < Math.abs(down)) return 0
  return across < 0 ? 1 : -1
}
