import { looksLikeEmail } from '#client/lib/email-address.ts'
import { texts, words } from './texts.ts'

/** Shortest and longest password and longest name; a test holds them equal to the contract's. */
export const PASSWORD_LEAST = 6
export const PASSWORD_MOST = 128
export const NAME_MOST = 200

/** The rules of the fields for `register()`, checked in the order they stand in (specification section 5). */
export const nameRules = {
  required: texts.nameRequired,
  maxLength: { value: NAME_MOST, message: words.nameTooLong },
  validate: (name: string) => name.trim() !== '' || texts.nameRequired,
}

export const emailRules = {
  required: texts.emailRequired,
  validate: {
    given: (email: string) => email.trim() !== '' || texts.emailRequired,
    shape: (email: string) => looksLikeEmail(email) || words.emailWrong,
  },
}

export const passwordRules = {
  required: texts.passwordRequired,
  minLength: { value: PASSWORD_LEAST, message: texts.passwordTooShort },
  maxLength: { value: PASSWORD_MOST, message: words.passwordTooLong },
}
