import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoRows } from './filtered-table.tsx'
import { FIRST_PAGE, firstFilters } from '../table/table-state.ts'

const source = { sorts: ['newest'], filters: ['email', 'from', 'to'] } as const

test.each([
  [{}, 'There are no users yet', false],
  [{ email: 'ann' }, 'Nothing fits these filters', true],
  [{ from: '2026-11-20', to: '2026-11-20' }, 'Nothing fits these filters', true],
  [{ from: '2026-11-21', to: '2026-11-20' }, 'The From day is after the To day', true],
])('a table without rows and with the filters %j says “%s”', (filters, title, canBeCleared) => {
  const state = { ...firstFilters({}), ...FIRST_PAGE, sort: 'newest', direction: 'desc', ...filters } as const
  const html = renderToString(
    <NoRows table={{ source, state, change: () => undefined }} title="There are no users yet" more="" />,
  )
  expect(html).toContain(title)
  expect(html.includes('Clear filters')).toBe(canBeCleared)
})
