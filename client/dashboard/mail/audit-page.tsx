import type { AuditEntry } from '#contract/audit.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { DataTable } from '../table/data-table.tsx'
import { NoRows } from '../filters/no-rows.tsx'
import type { RowSource } from '../rows/row-source.ts'
import { useRows } from '../rows/use-rows.ts'
import { columns } from './audit-columns.tsx'
import { words } from './texts.ts'

const TOPICS: readonly LiveTopic[] = ['orders', 'users', 'catalogue', 'messages']

const SOURCE: RowSource<AuditEntry> = {
  key: ['GET /audit', 'rows'],
  topics: TOPICS,
  fetchPage: (after, signal) => apiPage('GET /audit', { query: after ? { after } : {} }, { signal }),
}

/** `/dashboard/messages/audit`: who changed what, and when. */
export function AuditPage() {
  const loaded = useRows(SOURCE)
  return (
    <>
      <PageTitle title={words.audit} />
      <DataTable
        label={words.audit}
        name="audit"
        columns={columns}
        loaded={loaded}
        empty={<NoRows title={words.noEntries} more={words.noEntriesMore} />}
      />
    </>
  )
}
