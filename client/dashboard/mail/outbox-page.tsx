import type { Mail } from '#contract/mail.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { MessageTabs, words as tabWords } from '../messages/message-tabs.tsx'
import type { RowSource } from '../rows/row-pages.ts'
import { LogTable } from '../table/log-table.tsx'
import { columns } from './mail-columns.tsx'

const words = {
  none: 'No mails yet',
  noneMore: 'Every message is mailed to the shop once mail is set up.',
} as const

const SOURCE: RowSource<Mail> = {
  key: ['GET /outbox', 'rows'],
  topics: ['messages'],
  fetchPage: (after, signal) => apiPage('GET /outbox', { query: after ? { after } : {} }, { signal }),
}

/** The page `/dashboard/messages/outbox`: the mails of the shop, sent and unsent. */
export function OutboxPage() {
  return (
    <>
      <PageTitle title={tabWords.outbox}>{tabWords.title}</PageTitle>
      <MessageTabs />
      <LogTable label={tabWords.outbox} name="outbox" source={SOURCE} columns={columns} words={words} />
    </>
  )
}
