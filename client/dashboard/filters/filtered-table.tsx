import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { DataTable } from '../table/data-table.tsx'
import { areDaysReversed, firstFilters, isFiltered } from '../table/table-state.ts'
import type { Column, Identified, Table } from '../table/use-table.ts'
import { words } from '../texts.ts'
import { TableFilters } from './table-filters.tsx'
import type { Filtered } from './table-filters.tsx'

type FilteredTableProps<Row, S extends string> = {
  label: string
  name: 'products' | 'orders' | 'users'
  /** The label of the filter for names. */
  nameLabel: string
  columns: readonly Column<Row, S>[]
  table: Table<Row, S>
  /** The title and the sentence that are shown if there are no rows at all. */
  none: string
  noneMore?: string
}

/** A table with its filters above it. If the shop can export its rows, a link downloads the filtered rows as CSV. */
export function FilteredTable<Row extends Identified, S extends string>({
  nameLabel,
  none,
  noneMore = '',
  ...props
}: FilteredTableProps<Row, S>) {
  const { name, table } = props
  return (
    <>
      <TableFilters
        table={table}
        nameLabel={nameLabel}
        exportPath={name === 'users' ? undefined : EXPORT_PATHS[name]}
      />
      <DataTable {...props} empty={<NoRows table={table} title={none} more={noneMore} />} />
    </>
  )
}

type NoRowsProps<S extends string> = { table: Filtered<S>; title: string; more: string }

/** Shown in place of a table without rows. If filters are set, a button clears them. */
export function NoRows<S extends string>({ table, title, more }: NoRowsProps<S>) {
  const { source, state, change } = table
  if (!isFiltered(state, source)) {
    return (
      <EmptyState title={title}>
        <p>{more}</p>
      </EmptyState>
    )
  }
  const isReversed = areDaysReversed(state)
  return (
    <EmptyState title={isReversed ? words.daysReversed : words.nothingFound}>
      <p>{isReversed ? words.daysReversedMore : words.nothingFoundMore}</p>
      <Button tone="quiet" onClick={() => change(firstFilters(source))}>
        {words.clear}
      </Button>
    </EmptyState>
  )
}
