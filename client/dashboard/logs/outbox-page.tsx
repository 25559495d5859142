import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Mail } from '#contract/mail.ts'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { refreshTopic } from '../events/admin-events.ts'
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
