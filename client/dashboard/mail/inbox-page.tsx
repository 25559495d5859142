import type { Message } from '#contract/messages.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { DataTable } from '../table/data-table.tsx'
import { NoRows } from '../filters/no-rows.tsx'
import type { RowSource } from '../rows/row-source.ts'
import { useRows } from '../rows/use-rows.ts'
import { columns } from './inbox-columns.tsx'
import { MailTabs } from './mail-tabs.tsx'
import { words } from './texts.ts'

const TOPICS: readonly LiveTopic[] = ['messages']

const SOURCE: RowSource<Message> = {
  key: ['GET /messages', 'rows'],
  topics: TOPICS,
  fetchPage: (after, signal) => apiPage('GET /messages', { query: after ? { after } : {} }, { signal }),
}

/** `/dashboard/messages`: what was written on the contact page. */
export function InboxPage() {
  const loaded = useRows(SOURCE)
  return (
    <>
      <PageTitle title={words.inbox}>{words.title}</PageTitle>
      <MailTabs />
      <DataTable
        label={words.inbox}
        name="inbox"
        columns={columns}
        loaded={loaded}
        empty={<NoRows title={words.noMessages} more={words.noMessagesMore} />}
      />
    </>
  )
}
