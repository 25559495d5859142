import { renderToString } from 'react-dom/server'
import { toast } from 'react-hot-toast/headless'
import { afterEach, expect, test } from 'vitest'
import { showError, showInfo, showSuccess, Toasts } from './toasts.tsx'
import { publishSignOut } from '#client/lib/on-sign-out.ts'
import { showUndo, UNDO_DURATION } from './undo-toast.tsx'

afterEach(() => toast.removeAll())

test('an offer to undo is shown for 10 s', () => {
  expect(UNDO_DURATION).toBe(10_000)
})

test('each kind is shown in a polite live region', () => {
  showSuccess('Added')
  showError('Refused')
  showInfo('By the way')
  const html = renderToString(<Toasts />)
  expect(html).toMatch(/role="status" aria-live="polite"/)
  for (const text of ['Added', 'Refused', 'By the way']) expect(html).toContain(text)
})

test('an offer to undo has a button', () => {
  showUndo('Deleted', { undo: () => undefined })
  expect(renderToString(<Toasts />)).toMatch(/Deleted.*<button type="button"[^>]*>Undo<\/button>/)
})

test('at most twenty toasts are shown', () => {
  for (let count = 0; count < 25; count++) showInfo(`toast ${count}`)
  expect(renderToString(<Toasts />).match(/toast-card/g)).toHaveLength(20)
})

test('a second offer for the same thing replaces the first, and no other', () => {
  showUndo('Deleted one', { undo: () => undefined, id: 'one' })
  showUndo('Deleted two', { undo: () => undefined, id: 'two' })
  showUndo('Deleted again', { undo: () => undefined, id: 'one' })
  expect(shownTexts().toSorted()).toEqual(['Deleted again', 'Deleted two'])
})

test('a sign-out withdraws every offer to undo', () => {
  showUndo('Deleted', { undo: () => undefined, id: 'one' })
  publishSignOut()
  expect(shownTexts()).toEqual([])
})

/** Returns the texts of the toasts that are not fading out. */
function shownTexts(): string[] {
  const cards = renderToString(<Toasts />)
    .split('<div class="toast-card"')
    .slice(1)
  return cards
    .filter((card) => !card.slice(0, card.indexOf('>')).includes('data-leaving'))
    .map((card) => /<div>(Deleted[^<]*?) ?(?:<!-- --> *)*</.exec(card)?.[1]?.trim() ?? '')
}
