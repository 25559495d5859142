import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Mail } from '#contract/mail.ts'
import type { Message } from '#contract/messages.ts'
import { mailPath } from '#contract/values/mails.ts'
import { api, errorText } from '#client/lib/api.ts'
import { apiPage } from '#client/lib/api-page.ts'
import { Button } from '#client/ui/button.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { refreshTopic } from '../events/admin-events.ts'
import { EmailText, Mark, Moment } from '../marks/marks.tsx'
import { ACTION_WIDTH, TIME_WIDTH } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { LOG, LogTable, MessagesHead } from './log-table.tsx'
import { words } from './texts.ts'

const INBOX: TableSource<Message, 'newest'> = {
  ...LOG,
  rowsCall: 'GET /messages',
  fetchPage: (query, signal) => apiPage('GET /messages', { query }, { signal }),
}

const INBOX_COLUMNS: readonly Column<Message, 'newest'>[] = [
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
      <MessagesHead title={words.inbox} />
      <LogTable
        label={words.inbox}
        name="inbox"
        source={INBOX}
        columns={INBOX_COLUMNS}
        none={words.noMessages}
        noneMore={words.noMessagesMore}
      />
    </>
  )
}

const OUTBOX: TableSource<Mail, 'newest'> = {
  ...LOG,
  rowsCall: 'GET /outbox',
  fetchPage: (query, signal) => apiPage('GET /outbox', { query }, { signal }),
}

const OUTBOX_COLUMNS: readonly Column<Mail, 'newest'>[] = [
  { name: 'email', header: words.to, rowHeader: true, cell: (mail) => <Addresses mail={mail} /> },
  { name: 'text', header: words.subject, cell: (mail) => <Subject mail={mail} /> },
  { name: 'status', header: words.status, width: '11rem', cell: (mail) => <Status mail={mail} /> },
  { name: 'time', header: words.written, ...TIME_WIDTH, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'sent-time',
    header: words.sent,
    ...TIME_WIDTH,
    cell: ({ sentAt }) => sentAt !== undefined && <Moment at={sentAt} />,
  },
  {
    name: 'action',
    header: words.retry,
    ...ACTION_WIDTH,
    cell: (mail) => mail.status === 'failed' && !mail.isFinal && <Retry mail={mail} />,
  },
]

/** The page `/dashboard/messages/outbox`: the mails of the shop, sent and unsent. */
export function OutboxPage() {
  return (
    <>
      <MessagesHead title={words.outbox} />
      <LogTable
        label={words.outbox}
        name="outbox"
        source={OUTBOX}
        columns={OUTBOX_COLUMNS}
        none={words.noMails}
        noneMore={words.noMailsMore}
      />
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

function Addresses({ mail: { to, replyTo } }: { mail: Mail }) {
  return (
    <>
      {to === undefined ? words.owner : <EmailText email={to} />}
      {replyTo !== '' && (
        <span className="block small">
          {words.replyTo} <EmailText email={replyTo} />
        </span>
      )}
    </>
  )
}

/** The subject of a mail, as a link. The link opens a new tab with the mail as it was or will be sent. */
function Subject({ mail: { _id, subject } }: { mail: Mail }) {
  return (
    <a className="link" href={`/api${mailPath(_id)}`} target="_blank" rel="noopener">
      {subject}
    </a>
  )
}

function Status({ mail: { status, tries, error } }: { mail: Mail }) {
  return (
    <>
      <Mark good={status === 'sent'}>{words.statuses[status]}</Mark>
      {status !== 'sent' && tries > 0 && (
        <span className="block small wrap-anywhere">{words.tries(tries)}</span>
      )}
      {error !== undefined && <span className="block small wrap-anywhere">{error}</span>}
    </>
  )
}

function Retry({ mail }: { mail: Mail }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('PUT /outboxRetry/{id}', { params: { id: mail._id } }),
    onSuccess: () => showSuccess(words.again),
    onError: (error) => showError(errorText(error)),
    onSettled: () => refreshTopic(client, 'messages'),
  })
  return (
    <Button
      tone="quiet"
      busy={isPending}
      busyText={words.retrying}
      aria-describedby={rowFocusId(mail._id)}
      onClick={() => mutate()}
    >
      {words.retry}
    </Button>
  )
}
