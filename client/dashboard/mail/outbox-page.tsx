import type { Mail } from '#contract/mail.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { MessageTabs, words as tabWords } from '../messages/message-tabs.tsx'
import { LOG, LogTable } from '../table/log-table.tsx'
import type { TableSource } from '../table/use-table.ts'
import { columns } from './mail-columns.tsx'

const words = {
  none: 'No mails yet',
  noneMore: 'Every message is mailed to the shop once mail is set up.',
} as const

const SOURCE: TableSource<Mail, 'newest'> = {
  ...LOG,
  topics: ['messages'],
  rowsCall: 'GET /outbox',
  fetchPage: (query, signal) => apiPage('GET /outbox', { query }, { signal }),
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
