import { ButtonLink } from '#client/ui/button.tsx'
import { MAX_COUNTED } from '#contract/values/limits.ts'
import { words } from '../texts.ts'
import { FIRST_PAGE, PAGE_ROWS, tableSearch } from './table-state.ts'
import type { PageCursor } from './table-state.ts'
import type { LoadedPage, Table } from './use-table.ts'

type PageLinksProps<Row, S extends string> = { table: Table<Row, S>; page: LoadedPage<Row> }

/** The links to the pages before and after a page of a table. A table of one page has none. */
export function PageLinks<Row, S extends string>({ table, page }: PageLinksProps<Row, S>) {
  const { number, previous, next } = page
  if (number === 1 && next === null) return null
  const { source, state, total } = table
  const pages = total === null || total >= MAX_COUNTED ? null : Math.max(number, Math.ceil(total / PAGE_ROWS))
  const searchOf = (cursor: PageCursor) => tableSearch({ ...state, ...cursor }, source)
  return (
    <nav className="page-links" aria-label={words.tablePages}>
      {number > 1 && (
        <ButtonLink tone="quiet" rel="prev" to={searchOf(cursorBefore(number, previous))}>
          {words.previousPage}
        </ButtonLink>
      )}
      <span className="small">{words.pageOf(number, pages)}</span>
      {next !== null && (
        <ButtonLink tone="quiet" rel="next" to={searchOf({ page: number + 1, after: next, before: '' })}>
          {words.nextPage}
        </ButtonLink>
      )}
    </nav>
  )
}

/**
 * Returns the cursor of the page before page `number`. The first page is always read from the start: rows may have been
 * added there or removed since its cursor was made.
 */
function cursorBefore(number: number, previous: string | null): PageCursor {
  if (number === 2 || previous === null) return FIRST_PAGE
  return { page: number - 1, after: '', before: previous }
}
