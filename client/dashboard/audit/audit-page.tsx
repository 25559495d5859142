import type { AuditEntry } from '#contract/audit.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmailText, Moment } from '../marks/marks.tsx'
import type { RowSource } from '../rows/row-pages.ts'
import { LogTable } from '../table/log-table.tsx'
import type { Column } from '../table/table-head.tsx'
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

const SOURCE: RowSource<AuditEntry> = {
  key: ['GET /audit', 'rows'],
  topics: ['orders', 'users', 'catalogue', 'messages'],
  fetchPage: (after, signal) => apiPage('GET /audit', { query: after ? { after } : {} }, { signal }),
}

const COLUMNS: readonly Column<AuditEntry, never>[] = [
  { name: 'time', header: words.when, cell: ({ at }) => <Moment at={at} /> },
  { name: 'email', header: words.who, rowHeader: true, cell: ({ who }) => <EmailText email={who} /> },
  { name: 'action-name', header: words.action, cell: ({ action }) => action },
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
