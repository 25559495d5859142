import type { ComponentProps } from 'react'
import { TextField } from './fields.tsx'

/** The texts of the specification (section 5), the same on every form that asks for a name or an e-mail address. */
export const personTexts = {
  nameRequired: 'Name is required',
  emailRequired: 'Email Address is required',
} as const

/** Our own texts. */
export const personWords = {
  name: 'Name',
  email: 'Email address',
  emailWrong: 'This does not look like an email address',
} as const

/** Rules for the `register` function of react-hook-form. A form adds the lengths that it allows. */
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

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>

export function NameField(props: FieldProps) {
  return <TextField label={personWords.name} autoComplete="name" {...props} />
}

/** `autoComplete` is `username` on the forms of an account, and `email` elsewhere. */
export function EmailField(props: FieldProps & { autoComplete: 'username' | 'email' }) {
  return <TextField label={personWords.email} type="email" {...props} />
}

/** Returns whether a text has the form of an e-mail address, with or without spaces around it. */
export function looksLikeEmail(text: string): boolean {
  const address = text.trim()
  return address.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(address)
}
