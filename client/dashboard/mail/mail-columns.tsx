import { useMutation } from '@tanstack/react-query'
import type { Mail } from '#contract/mail.ts'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { useRefreshTopic } from '../live/use-live.ts'
import { EmailText, Mark, Moment } from '../marks/marks.tsx'
import type { Column } from '../table/table-head.tsx'

const words = {
  replyTo: 'Reply to',
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

export const columns: readonly Column<Mail, never>[] = [
  {
    name: 'email',
    header: words.replyTo,
    rowHeader: true,
    cell: ({ replyTo }) => <EmailText email={replyTo} />,
  },
  { name: 'text', header: words.subject, cell: ({ subject }) => subject },
  { name: 'status', header: words.status, cell: (mail) => <Status mail={mail} /> },
  { name: 'time', header: words.written, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'sent-time',
    header: words.sent,
    cell: ({ sentAt }) => sentAt !== undefined && <Moment at={sentAt} />,
  },
  { name: 'action', header: words.retry, cell: (mail) => mail.status === 'failed' && <Retry mail={mail} /> },
]

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
