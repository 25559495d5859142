import { looksLikeEmail } from '#client/lib/email-address.ts'
import { MESSAGE_LENGTH } from '#contract/values/limits.ts'
import { texts, words } from './texts.ts'

/** The contact form's rules for `register()` (specification section 5); the message is optional. */
export const nameRules = {
  required: texts.nameRequired,
  maxLength: { value: MESSAGE_LENGTH.name, message: words.tooLong(MESSAGE_LENGTH.name) },
  validate: (name: string) => name.trim() !== '' || texts.nameRequired,
}

export const emailRules = {
  required: texts.emailRequired,
  maxLength: { value: MESSAGE_LENGTH.email, message: words.tooLong(MESSAGE_LENGTH.email) },
  validate: {
    given: (email: string) => email.trim() !== '' || texts.emailRequired,
    shape: (email: string) => looksLikeEmail(email) || words.emailWrong,
  },
}

export const messageRules = {
  maxLength: { value: MESSAGE_LENGTH.message, message: words.tooLong(MESSAGE_LENGTH.message) },
}
