import type { Mail } from '#contract/mail.ts'
import { api } from '#client/lib/api.ts'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { ChangeButton } from '../changes/change-button.tsx'
import { EmailText, Moment } from '../marks/marks.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ACTION_WIDTH, TIME_WIDTH, useTable } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { MessagesHead } from './inbox-page.tsx'
import { MailStatus, MailSubject } from './mail-parts.tsx'
import { words } from './texts.ts'

const OUTBOX: TableSource<'GET /outbox'> = { call: 'GET /outbox', sorts: ['newest'], filters: [] }

const OUTBOX_COLUMNS: readonly Column<Mail>[] = [
  { name: 'email', header: words.to, rowHeader: true, cell: (mail) => <Addresses mail={mail} /> },
  { name: 'text', header: words.subject, cell: (mail) => <MailSubject mail={mail} /> },
  { name: 'status', header: words.status, width: '11rem', cell: (mail) => <MailStatus mail={mail} /> },
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
      <DataTable
        label={words.outbox}
        name="outbox"
        table={useTable(OUTBOX)}
        columns={OUTBOX_COLUMNS}
        none={words.noMails}
        noneMore={words.noMailsMore}
      />
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

function Retry({ mail: { _id: id } }: { mail: Mail }) {
  return (
    <ChangeButton
      of="messages"
      send={() => api('PUT /outboxRetry/{id}', { params: { id } })}
      done={words.again}
      busyText={words.retrying}
      aria-describedby={rowFocusId(id)}
    >
      {words.retry}
    </ChangeButton>
  )
}
