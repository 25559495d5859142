import type { Mail } from '#contract/mail.ts'
import { mailPath } from '#contract/values/mails.ts'
import { Mark } from '../marks/marks.tsx'
import { words } from './texts.ts'

/** The subject of a mail, as a link. The link opens a new tab with the mail as it was or will be sent. */
export function MailSubject({ mail: { _id, subject } }: { mail: Mail }) {
  return (
    <a className="link" href={`/api${mailPath(_id)}`} target="_blank" rel="noopener">
      {subject}
    </a>
  )
}

export function MailStatus({ mail: { status, tries, error } }: { mail: Mail }) {
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
