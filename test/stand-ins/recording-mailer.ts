import type { Mailer, OutgoingMail } from '#server/mail/mailer.ts'

/**
 * A mailer for tests, which keeps the mails in memory. `mode` says whether it accepts a mail, refuses it, or never
 * responds.
 */
export class RecordingMailer implements Mailer {
  readonly accepted: OutgoingMail[] = []
  mode: 'accept' | 'refuse' | 'hang' = 'accept'

  async send(mail: OutgoingMail, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.mode === 'refuse') throw new Error('mailbox is full')
    if (this.mode === 'hang') await aborted(signal)
    this.accepted.push(mail)
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('aborted'))),
  )
}
