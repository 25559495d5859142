/**
 * Returns false if the user has scrolled down so far that the first row of a table has moved beyond the top of the
 * window. Otherwise returns true.
 */
export function isAtTop(body: HTMLElement | null): boolean {
  return !body || body.getBoundingClientRect().top >= 0
}

/** Returns the id of the first visible row, or null if there is none. */
export function firstVisibleRow(body: HTMLElement | null): string | null {
  const rows = [...(body?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  return rows.find((row) => row.getBoundingClientRect().bottom > 0)?.dataset['row'] ?? null
}

/** Returns the `<tr>` element of a row, or null if the row is not rendered. */
export function rowElement(body: HTMLElement | null, id: string): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`) ?? null
}

/** Scrolls to the top of a table. Resolves in the next animation frame, when the page has scrolled. */
export function scrollToTop(body: HTMLElement | null): Promise<void> {
  const table = body?.closest('table')
  if (table) scrollTo({ top: scrollY + table.getBoundingClientRect().top - MARGIN, behavior: 'instant' })
  return nextFrame()
}

/** Focuses a row as soon as it is rendered. Gives up after `MOST_FRAMES` animation frames. */
export async function focusRow(body: HTMLElement | null, id: string): Promise<void> {
  for (let frame = 0; frame < MOST_FRAMES; frame += 1) {
    const row = rowElement(body, id)
    if (row) return row.focus({ preventScroll: true })
    await nextFrame()
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve())
  })
}

/** The space that is left above a table after scrolling to its top, in px. */
const MARGIN = 16

const MOST_FRAMES = 60
