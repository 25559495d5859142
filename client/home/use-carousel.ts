import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { keyStep, swipeStep, wrapAround } from './carousel.ts'

/** The slide shown of `count`, how to move, and the handlers that let keys and fingers do it. `moved` once it was. */
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
