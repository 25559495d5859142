import { useMutation } from '@tanstack/react-query'
import { mailPath } from '#contract/values/mails.ts'
import type { Mail } from '#contract/mail.ts'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { useRefreshTopic } from '../live/use-live.ts'
import { EmailText, Mark, Moment } from '../marks/marks.tsx'
import { ACTION_WIDTH, TIME_WIDTH } from '../table/table-head.tsx'
import type { Column } from '../table/table-head.tsx'

const words = {
  to: 'To',
  owner: 'The shop',
  replyTo: 'Replies to',
  subject: 'Subject',
  status: 'Status',
  statuses: { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' },
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  written: 'Written',
  sent: 'Sent',
  retry: 'Retry',
  retrying: 'Trying…',
  again: 'The mail is waiting to be sent again',
} as const

export const columns: readonly Column<Mail, 'newest'>[] = [
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
    cell: (mail) => canRetry(mail) && <Retry mail={mail} />,
  },
]

function canRetry({ status, isFinal }: Mail): boolean {
  return status === 'failed' && !isFinal
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
  const refreshTopic = useRefreshTopic()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('PUT /outboxRetry/{id}', { params: { id: mail._id } }),
    onSuccess: () => showSuccess(words.again),
    onError: (error) => showError(errorText(error)),
    onSettled: () => refreshTopic('messages'),
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
