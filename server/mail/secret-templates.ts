import type { MailTemplate } from '#contract/values/mails.ts'

/**
 * Templates with secret data: the token in a link. A person who reads that data in the database could act as the
 * recipient.
 */
export const SECRET_TEMPLATES = [
  'password-reset',
  'confirm-sign-up',
  'email-change-old',
  'email-change-new',
] as const satisfies MailTemplate[]

const SECRET: ReadonlySet<MailTemplate | null> = new Set<MailTemplate>(SECRET_TEMPLATES)

/**
 * Returns whether the data of a template is secret, so that it must be deleted from the outbox once it is no longer
 * needed.
 */
export function isSecret(template: MailTemplate | null): boolean {
  return SECRET.has(template)
}
