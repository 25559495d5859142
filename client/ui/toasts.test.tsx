import { renderToString } from 'react-dom/server'
import { toast } from 'react-hot-toast/headless'
import { afterEach, expect, test } from 'vitest'
import { showError, showInfo, showSuccess, Toasts } from './toasts.tsx'
import { showUndo, UNDO_DURATION } from './undo-toast.tsx'

afterEach(() => toast.removeAll())

test('an offer to undo stays 10 s', () => {
  expect(UNDO_DURATION).toBe(10_000)
})

test('each kind is shown in a region that is read out politely', () => {
  showSuccess('Added')
  showError('Refused')
  showInfo('By the way')
  const html = renderToString(<Toasts />)
  expect(html).toMatch(/role="status" aria-live="polite"/)
  for (const text of ['Added', 'Refused', 'By the way']) expect(html).toContain(text)
})

test('what can be undone has a button for it', () => {
  showUndo('Deleted', { undo: () => undefined })
  expect(renderToString(<Toasts />)).toMatch(/Deleted.*<button type="button"[^>]*>Undo<\/button>/)
})

test('there are never more than twenty', () => {
  for (let count = 0; count < 25; count++) showInfo(`toast ${count}`)
  expect(renderToString(<Toasts />).match(/toast-card/g)).toHaveLength(20)
})
