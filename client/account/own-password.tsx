import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { PasswordField, usePasswordRules } from '#client/identity/password-field.tsx'
import type { PasswordRules } from '#client/identity/password-field.tsx'
import { callQuery } from '#client/lib/query.ts'
import { words } from './texts.ts'

type OwnPasswordProps = {
  form: { field(name: 'password', rules: PasswordRules): ComponentProps<typeof PasswordField> }
  label?: string
}

/** The field for the password of the customer. It is left out if the account has no password. */
export function OwnPassword({ form, label = words.passwordAgain }: OwnPasswordProps) {
  const rules = usePasswordRules()
  const account = useQuery(callQuery('GET /account'))
  if (account.data && !account.data.hasPassword) return null
  return <PasswordField label={label} autoComplete="current-password" {...form.field('password', rules)} />
}
