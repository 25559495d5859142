import { EmptyState } from '#client/ui/states.tsx'
import type { Identified, RowSource } from '../rows/row-pages.ts'
import { useRows } from '../rows/use-rows.ts'
import { DataTable } from './data-table.tsx'
import type { Column } from './table-head.tsx'

type LogTableProps<Row> = {
  label: string
  /** The CSS class of the table. It determines the widths of the columns and the layout of the cards. */
  name: string
  source: RowSource<Row>
  columns: readonly Column<Row, never>[]
  /** The title and the sentence that are shown if there are no rows. */
  words: { none: string; noneMore: string }
}

/** A table that always lists the newest rows first. It cannot be sorted or filtered. */
export function LogTable<Row extends Identified>({
  label,
  name,
  source,
  columns,
  words,
}: LogTableProps<Row>) {
  const loaded = useRows(source)
  return (
    <DataTable
      label={label}
      name={name}
      columns={columns}
      loaded={loaded}
      empty={
        <EmptyState title={words.none}>
          <p>{words.noneMore}</p>
        </EmptyState>
      }
    />
  )
}
