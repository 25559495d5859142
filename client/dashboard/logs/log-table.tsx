import { pages } from '#contract/pages.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { TabLinks } from '#client/ui/tab-links.tsx'
import { DataTable } from '../table/data-table.tsx'
import { useTable } from '../table/use-table.ts'
import type { Column, Identified, TableSource } from '../table/use-table.ts'
import { words } from './texts.ts'

/** The sort orders and filters of a log. */
export const LOG = { sorts: ['newest'], filters: [] } as const

type LogTableProps<Row> = {
  label: string
  /** The CSS class of the table. It determines the layout of the cards. */
  name: string
  source: TableSource<Row, 'newest'>
  columns: readonly Column<Row, 'newest'>[]
  /** The title and the sentence that are shown if there are no rows. */
  none: string
  noneMore: string
}

/** A table that always lists the newest rows first. It cannot be sorted or filtered. */
export function LogTable<Row extends Identified>({ none, noneMore, source, ...props }: LogTableProps<Row>) {
  return (
    <DataTable
      {...props}
      table={useTable(source)}
      empty={
        <EmptyState title={none}>
          <p>{noneMore}</p>
        </EmptyState>
      }
    />
  )
}

const TABS = [
  { page: pages.messages, text: words.inbox },
  { page: pages.outbox, text: words.outbox },
]

/** The heading of the inbox and the outbox, and tabs with links to both. */
export function MessagesHead({ title }: { title: string }) {
  return (
    <>
      <PageTitle title={title}>{words.messages}</PageTitle>
      <div className="mt-3 mb-5">
        <TabLinks label={words.tabs} tabs={TABS} />
      </div>
    </>
  )
}
