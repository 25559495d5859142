import type { AuditEntry } from '#contract/audit.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmailText, Moment } from '../marks/marks.tsx'
import { LOG, LogTable } from '../table/log-table.tsx'
import { TIME_WIDTH } from '../table/table-head.tsx'
import type { Column } from '../table/table-head.tsx'
import type { TableSource } from '../table/use-table.ts'
import { words as dashboardWords } from '../texts.ts'

const words = {
  title: dashboardWords.audit,
  when: 'When',
  who: 'Who',
  action: 'Did',
  what: 'What',
  detail: 'Detail',
  none: 'Nothing has been changed yet',
  noneMore: 'Changes of the catalogue, roles, users, deliveries and payments are noted here.',
} as const

const SOURCE: TableSource<AuditEntry, 'newest'> = {
  ...LOG,
  topics: ['orders', 'users', 'catalogue', 'messages'],
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
      <PageTitle title={words.title} />
      <LogTable label={words.title} name="audit" source={SOURCE} columns={COLUMNS} words={words} />
    </>
  )
}
