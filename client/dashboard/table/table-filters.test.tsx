import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoRows } from './table-filters.tsx'
import { FIRST_PAGE, firstFilters } from './table-state.ts'
import type { TableSource } from './use-table.ts'

const source: TableSource = { call: 'GET /allUser', sorts: ['newest'], filters: ['email', 'from', 'to'] }

test.each([
  [{}, 'There are no users yet', false],
  [{ email: 'ann' }, 'Nothing fits these filters', true],
  [{ from: '2026-11-20', to: '2026-11-20' }, 'Nothing fits these filters', true],
  [{ from: '2026-11-21', to: '2026-11-20' }, 'The From day is after the To day', true],
])('a table without rows and with the filters %j says “%s”', (filters, title, canBeCleared) => {
  const state = { ...firstFilters({}), ...FIRST_PAGE, sort: 'newest', direction: 'desc', ...filters }
  const html = renderToString(
    <NoRows table={{ source, state, change: () => undefined }} title="There are no users yet" more="" />,
  )
  expect(html).toContain(title)
  expect(html.includes('Clear filters')).toBe(canBeCleared)
})
