/** Whether somebody sees the top of a table: its first row is where it stands, or would. */
export function isAtTop(body: HTMLElement | null): boolean {
  return !body || body.getBoundingClientRect().top >= 0
}

/** The id of the first row in sight, or null when there is none. */
export function firstVisibleRow(body: HTMLElement | null): string | null {
  const rows = [...(body?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  return rows.find((row) => row.getBoundingClientRect().bottom > 0)?.dataset['row'] ?? null
}

/** Brings the top of a table into sight, below its header, and the focus to its first row. */
export function scrollToTop(body: HTMLElement | null): void {
  const table = body?.closest('table')
  if (!table) return
  scrollTo({ top: scrollY + table.getBoundingClientRect().top - MARGIN, behavior: 'instant' })
  requestAnimationFrame(() => {
    body?.querySelector<HTMLElement>('tr[data-row]')?.focus({ preventScroll: true })
  })
}

const MARGIN = 16
