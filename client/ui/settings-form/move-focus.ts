import type { KeyboardEvent } from 'react'

/** The keys that lead to another row, and how many rows further it is. */
const STEPS = new Map([
  ['ArrowDown', 1],
  ['Enter', 1],
  ['ArrowUp', -1],
])

/**
 * Moves the focus to the field with the same `data-column` of the next or the previous row, and selects what is written
 * there. Scanners of barcodes send Enter after each code.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  const step = STEPS.get(key)
  if (step === undefined || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const column = `input[data-column="${target.dataset['column']}"]`
  const cells = [...currentTarget.querySelectorAll<HTMLInputElement>(column)]
  const next = cells[cells.indexOf(target) + step]
  next?.focus()
  next?.select()
}
