import { verifySmtp } from '#server/mail/smtp-mailer.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check } from './check.ts'

export const checkMail: Check = {
  name: 'mail',
  run: async ({ config: { smtp } }) => {
    if (!smtp)
      return [
        warn('SMTP_URL is not set: no order is confirmed, and a forgotten password cannot be replaced.'),
      ]
    try {
      await verifySmtp(smtp)
      return [ok(`${new URL(smtp.url).host} accepts the connection and the password. No mail was sent.`)]
    } catch (error) {
      return [
        fail(
          `The mail server of SMTP_URL cannot be used: ${messageOf(error)}. Check host, port and password.`,
        ),
      ]
    }
  },
}
