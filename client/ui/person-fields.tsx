import type { ComponentProps } from 'react'
import { EMAIL_LENGTH, EMAIL_PATTERN, hasInvisible, isNewEmail } from '#contract/values/limits.ts'
import { TextField } from './fields.tsx'

/**
 * The texts that the specification prescribes (section 5). All forms that ask for a name or an email address use
 * them.
 */
export const personTexts = {
  nameRequired: 'Name is required',
  emailRequired: 'Email Address is required',
} as const

/** The texts that the specification does not prescribe. */
export const personWords = {
  name: 'Name',
  email: 'Email address',
  emailWrong: 'This does not look like an email address',
  emailInvisible: 'There is an invisible character in this address. Please type it instead of pasting it.',
} as const

/**
 * The validation rules of a name, for the `register` function of react-hook-form. Each form adds its own limit for
 * the length.
 */
export const nameRules = {
  required: personTexts.nameRequired,
  validate: (name: string) => name.trim() !== '' || personTexts.nameRequired,
}

export const emailRules = {
  required: personTexts.emailRequired,
  validate: {
    given: (email: string) => email.trim() !== '' || personTexts.emailRequired,
    shape: (email: string) => looksLikeEmail(email) || personWords.emailWrong,
  },
}

/** The rules of an address to which the shop will send mails. Those of `emailRules` also find an older account. */
export const newEmailRules = {
  required: personTexts.emailRequired,
  validate: {
    ...emailRules.validate,
    visible: (email: string) => !hasInvisible(email.trim()) || personWords.emailInvisible,
    single: (email: string) => isNewEmail(email.trim()) || personWords.emailWrong,
  },
}

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { label?: string }

export function NameField(props: FieldProps) {
  return <TextField label={personWords.name} autoComplete="name" {...props} />
}

/**
 * An input for an email address. `autoComplete` is `username` in forms for an account, such as login, and `email` in
 * other forms.
 */
export function EmailField(props: FieldProps & { autoComplete: 'username' | 'email' }) {
  return <TextField label={personWords.email} type="email" {...props} />
}

/** Returns true if a text looks like an email address. Spaces before and after the address are ignored. */
export function looksLikeEmail(text: string): boolean {
  const address = text.trim()
  return address.length <= EMAIL_LENGTH && new RegExp(EMAIL_PATTERN).test(address)
}
