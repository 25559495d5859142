import type { AuditEntry } from '#contract/audit.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmailText, Moment } from '../marks/marks.tsx'
import { DataTable } from '../table/data-table.tsx'
import { TIME_WIDTH, useTable } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { words } from './texts.ts'

const SOURCE: TableSource<'GET /audit'> = { call: 'GET /audit', sorts: ['newest'], filters: [] }

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'time', header: words.when, ...TIME_WIDTH, cell: ({ at }) => <Moment at={at} /> },
  { name: 'email', header: words.who, rowHeader: true, cell: ({ who }) => <EmailText email={who} /> },
  { name: 'action-name', header: words.action, width: '10rem', cell: ({ action }) => action },
  { name: 'name', header: words.what, cell: ({ subject }) => subject },
  { name: 'text', header: words.detail, cell: ({ detail }) => detail },
]

/**
 * The page `/dashboard/messages/audit`: the audit log of payments, retried mails, and changes of the catalogue, roles,
 * users and deliveries.
 */
export function AuditPage() {
  return (
    <>
      <PageTitle title={words.audit} />
      <DataTable
        label={words.audit}
        name="audit"
        table={useTable(SOURCE)}
        columns={COLUMNS}
        none={words.noEntries}
        noneMore={words.noEntriesMore}
      />
    </>
  )
}
