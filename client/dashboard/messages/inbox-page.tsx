import type { Message } from '#contract/messages.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmailText, Moment } from '../marks/marks.tsx'
import { LOG, LogTable } from '../table/log-table.tsx'
import { TIME_WIDTH } from '../table/table-head.tsx'
import type { Column } from '../table/table-head.tsx'
import type { TableSource } from '../table/use-table.ts'
import { MessageTabs, words as tabWords } from './message-tabs.tsx'

const words = {
  from: 'From',
  message: 'Message',
  received: 'Received',
  showAll: 'Show the whole message',
  none: 'No messages yet',
  noneMore: 'What is written on the contact page arrives here.',
} as const

/** The greatest number of characters of a message that are shown at once. The user can expand longer messages. */
const LONG = 500

const SOURCE: TableSource<Message, 'newest'> = {
  ...LOG,
  topics: ['messages'],
  rowsCall: 'GET /messages',
  fetchPage: (query, signal) => apiPage('GET /messages', { query }, { signal }),
}

const COLUMNS: readonly Column<Message, 'newest'>[] = [
  {
    name: 'from',
    header: words.from,
    width: '16rem',
    narrow: '11rem',
    rowHeader: true,
    cell: (message) => <Sender message={message} />,
  },
  { name: 'text', header: words.message, cell: ({ message }) => <Text text={message} /> },
  {
    name: 'time',
    header: words.received,
    ...TIME_WIDTH,
    cell: ({ receivedAt }) => <Moment at={receivedAt} />,
  },
]

/** The page `/dashboard/messages`: the messages from the contact form. */
export function InboxPage() {
  return (
    <>
      <PageTitle title={tabWords.inbox}>{tabWords.title}</PageTitle>
      <MessageTabs />
      <LogTable label={tabWords.inbox} name="inbox" source={SOURCE} columns={COLUMNS} words={words} />
    </>
  )
}

function Sender({ message: { name, email } }: { message: Message }) {
  return (
    <>
      <span className="block">{name}</span>
      <a className="link font-normal" href={mailtoAddress(email)}>
        <EmailText email={email} />
      </a>
    </>
  )
}

/**
 * Returns a `mailto:` URL. The email address is percent-encoded, so that it cannot add a recipient, a subject or a
 * body.
 */
export function mailtoAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}

function Text({ text }: { text: string }) {
  if (text.length <= LONG) return <p className="whitespace-pre-wrap">{text}</p>
  return (
    <>
      <p className="whitespace-pre-wrap">{text.slice(0, LONG)}…</p>
      <details>
        <summary>{words.showAll}</summary>
        <p className="whitespace-pre-wrap">{text}</p>
      </details>
    </>
  )
}
