import { EmptyState } from '#client/ui/states.tsx'
import { DataTable } from './data-table.tsx'
import type { Column } from './table-head.tsx'
import { useTable } from './use-table.ts'
import type { Identified, TableSource } from './use-table.ts'

/** The sort orders and filters of a log. */
export const LOG = { sorts: ['newest'], filters: [] } as const

type LogTableProps<Row> = {
  label: string
  /** The CSS class of the table. It determines the layout of the cards. */
  name: string
  source: TableSource<Row, 'newest'>
  columns: readonly Column<Row, 'newest'>[]
  /** The title and the sentence that are shown if there are no rows. */
  words: { none: string; noneMore: string }
}

/** A table that always lists the newest rows first. It cannot be sorted or filtered. */
export function LogTable<Row extends Identified>({ words, source, ...props }: LogTableProps<Row>) {
  return (
    <DataTable
      {...props}
      table={useTable(source)}
      empty={
        <EmptyState title={words.none}>
          <p>{words.noneMore}</p>
        </EmptyState>
      }
    />
  )
}
