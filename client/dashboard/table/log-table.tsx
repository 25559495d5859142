import { EmptyState } from '#client/ui/states.tsx'
import type { Identified, RowSource } from '../rows/row-pages.ts'
import { useRows } from '../rows/use-rows.ts'
import { DataTable } from './data-table.tsx'
import type { Column } from './table-head.tsx'

type LogTableProps<Row> = {
  label: string
  /** The class of the table, as in `DataTable`. */
  name: string
  source: RowSource<Row>
  columns: readonly Column<Row, never>[]
  /** The title and the sentence that are shown while there are no rows. */
  words: { none: string; noneMore: string }
}

/** A table whose rows always come newest first, without sorting and filters. */
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
