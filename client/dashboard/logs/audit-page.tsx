import type { AuditEntry } from '#contract/audit.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmailText, Moment } from '../marks/marks.tsx'
import { TIME_WIDTH } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { LOG, LogTable } from './log-table.tsx'
import { words } from './texts.ts'

const SOURCE: TableSource<AuditEntry, 'newest'> = {
  ...LOG,
  rowsCall: 'GET /audit',
  fetchPage: (query, signal) => apiPage('GET /audit', { query }, { signal }),
}

const COLUMNS: readonly Column<AuditEntry, 'newest'>[] = [
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
      <LogTable
        label={words.audit}
        name="audit"
        source={SOURCE}
        columns={COLUMNS}
        none={words.noEntries}
        noneMore={words.noEntriesMore}
      />
    </>
  )
}
