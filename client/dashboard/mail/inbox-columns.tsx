import type { Message } from '#contract/messages.ts'
import { EmailText } from '../marks/email-text.tsx'
import { Moment } from '../marks/moment.tsx'
import type { Column } from '../table/column.ts'
import { mailAddress } from './mail-address.ts'
import { words } from './texts.ts'

export const columns: readonly Column<Message, never>[] = [
  { name: 'from', header: words.from, rowHeader: true, cell: (message) => <Sender message={message} /> },
  { name: 'text', header: words.message, cell: ({ message }) => <Text text={message} /> },
  { name: 'time', header: words.received, cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
]

function Sender({ message: { name, email } }: { message: Message }) {
  return (
    <>
      <span className="sender">{name}</span>
      <a className="link" href={mailAddress(email)}>
        <EmailText email={email} />
      </a>
    </>
  )
}

/** A message longer than this is folded, in letters. */
const LONG = 500

function Text({ text }: { text: string }) {
  if (text.length <= LONG) return <p className="message">{text}</p>
  return (
    <>
      <p className="message">{text.slice(0, LONG)}…</p>
      <details>
        <summary>{words.showAll}</summary>
        <p className="message">{text}</p>
      </details>
    </>
  )
}
