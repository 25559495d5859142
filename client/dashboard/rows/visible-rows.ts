/** Whether somebody sees the top of a table: its first row is where it stands, or would. */
export function isAtTop(body: HTMLElement | null): boolean {
  return !body || body.getBoundingClientRect().top >= 0
}

/** The id of the first row in sight, or null when there is none. */
export function firstVisibleRow(body: HTMLElement | null): string | null {
  const rows = [...(body?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  return rows.find((row) => row.getBoundingClientRect().bottom > 0)?.dataset['row'] ?? null
}

/** Brings the top of a table into sight, below its header; done when the page has moved. */
export function scrollToTop(body: HTMLElement | null): Promise<void> {
  const table = body?.closest('table')
  if (table) scrollTo({ top: scrollY + table.getBoundingClientRect().top - MARGIN, behavior: 'instant' })
  return nextFrame()
}

/** Puts the focus on a row that is about to be drawn. */
export async function focusRow(body: HTMLElement | null, id: string): Promise<void> {
  for (let frame = 0; frame < PATIENCE; frame += 1) {
    const row = body?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`)
    if (row) return row.focus({ preventScroll: true })
    await nextFrame()
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve())
  })
}

const MARGIN = 16

/** How many frames a row may take to be drawn. */
const PATIENCE = 60
