import { useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { pages } from '#contract/pages.ts'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { Button } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { TabLinks } from '#client/ui/tab-links/tab-links.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { EmailText, Mark, Moment } from '../marks/marks.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ACTION_WIDTH, TIME_WIDTH, useTable } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { words } from './texts.ts'

const INBOX: TableSource<'GET /messages'> = { call: 'GET /messages', sorts: ['newest'], filters: [] }

const INBOX_COLUMNS: readonly Column<Message>[] = [
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
    name: 'status',
    header: words.status,
    width: '9rem',
    cell: ({ answeredAt }) => (
      <Mark good={answeredAt !== undefined}>{answeredAt === undefined ? words.open : words.answered}</Mark>
    ),
  },
  {
    name: 'time',
    header: words.received,
    ...TIME_WIDTH,
    cell: ({ receivedAt }) => <Moment at={receivedAt} />,
  },
]

/**
 * The page `/dashboard/messages`: the messages from the contact form. The open message stays when new ones move its row to
 * another page of the table.
 */
export function InboxPage() {
  const [open, setOpen] = useState<Message | null>(null)
  const action: Column<Message> = {
    name: 'action',
    header: words.answer,
    ...ACTION_WIDTH,
    cell: (message) => (
      <Button tone="quiet" aria-describedby={rowFocusId(message._id)} onClick={() => setOpen(message)}>
        {words.answer}
      </Button>
    ),
  }
  return (
    <>
      <MessagesHead title={words.inbox} />
      <DataTable
        label={words.inbox}
        name="inbox"
        table={useTable(INBOX)}
        columns={[...INBOX_COLUMNS, action]}
        none={words.noMessages}
        noneMore={words.noMessagesMore}
      />
      {open && <AnswerDialog key={open._id} message={open} onClose={() => setOpen(null)} />}
    </>
  )
}

const TABS = [
  { page: pages.messages, text: words.inbox },
  { page: pages.outbox, text: words.outbox },
  { page: pages.reviews, text: words.reviews },
]

/** The heading of the inbox, the outbox and the reviews, and tabs with links to them, if the user may open several. */
export function MessagesHead({ title }: { title: string }) {
  const mayOpen = useMayOpen()
  const tabs = TABS.filter(({ page }) => mayOpen(page))
  return (
    <>
      <PageTitle title={title}>{words.messages}</PageTitle>
      <div className="mt-3 mb-5">{tabs.length > 1 && <TabLinks label={words.tabs} tabs={tabs} />}</div>
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

/** The maximum number of characters of a message that are shown at once. The user can expand longer messages. */
const LONG = 500

export function Text({ text }: { text: string }) {
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
