import type { Mail } from '#contract/mail.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { DataTable } from '../table/data-table.tsx'
import { NoRows } from '../filters/no-rows.tsx'
import type { RowSource } from '../rows/row-source.ts'
import { useRows } from '../rows/use-rows.ts'
import { columns } from './outbox-columns.tsx'
import { MailTabs } from './mail-tabs.tsx'
import { words } from './texts.ts'

const TOPICS: readonly LiveTopic[] = ['messages']

const SOURCE: RowSource<Mail> = {
  key: ['GET /outbox', 'rows'],
  topics: TOPICS,
  fetchPage: (after, signal) => apiPage('GET /outbox', { query: after ? { after } : {} }, { signal }),
}

/** `/dashboard/messages/outbox`: the mails that go to the shop. */
export function OutboxPage() {
  const loaded = useRows(SOURCE)
  return (
    <>
      <PageTitle title={words.outbox}>{words.title}</PageTitle>
      <MailTabs />
      <DataTable
        label={words.outbox}
        name="outbox"
        columns={columns}
        loaded={loaded}
        empty={<NoRows title={words.noMails} more={words.noMailsMore} />}
      />
    </>
  )
}
