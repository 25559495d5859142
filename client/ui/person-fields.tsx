import type { ComponentProps } from 'react'
import { EMAIL_LENGTH, EMAIL_PATTERN, hasInvisible, isNewEmail } from '#contract/values/limits.ts'
import { TextField } from './fields.tsx'

/** The error messages that the specification prescribes in section 5, for all forms with a name or an email address. */
export const specTexts = {
  nameRequired: 'Name is required',
  emailRequired: 'Email Address is required',
} as const

/**
 * The texts that the specification does not prescribe. They are not in `texts.ts`, because every page loads that file.
 */
export const words = {
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
  required: specTexts.nameRequired,
  validate: (name: string) => name.trim() !== '' || specTexts.nameRequired,
}

export const emailRules = {
  required: specTexts.emailRequired,
  validate: {
    given: (email: string) => email.trim() !== '' || specTexts.emailRequired,
    shape: (email: string) => looksLikeEmail(email) || words.emailWrong,
  },
}

/** The rules of an address to which the shop will send mails. Those of `emailRules` also find an older account. */
export const newEmailRules = {
  required: specTexts.emailRequired,
  validate: {
    ...emailRules.validate,
    visible: (email: string) => !hasInvisible(email.trim()) || words.emailInvisible,
    single: (email: string) => isNewEmail(email.trim()) || words.emailWrong,
  },
}

/** The rules of an address that may be left empty. */
export const optionalEmailRules = {
  validate: (email: string) => {
    const { shape, visible, single } = newEmailRules.validate
    const wrong = [shape, visible, single].map((rule) => rule(email)).find((text) => text !== true)
    return email.trim() === '' || wrong || true
  },
}

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { label?: string }

export function NameField(props: FieldProps) {
  return <TextField label={words.name} autoComplete="name" {...props} />
}

/**
 * An input for an email address. `autoComplete` is `username` in forms for an account, such as login, and `email` in
 * other forms.
 */
export function EmailField(props: FieldProps & { autoComplete: 'username' | 'email' }) {
  return <TextField label={words.email} type="email" {...props} />
}

/** Returns true if a text looks like an email address. Spaces before and after the address are ignored. */
export function looksLikeEmail(text: string): boolean {
  const address = text.trim()
  return address.length <= EMAIL_LENGTH && new RegExp(EMAIL_PATTERN).test(address)
}
