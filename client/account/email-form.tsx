import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSession } from '#client/identity/session.tsx'
import { PasswordField, passwordRules } from '#client/identity/password-field.tsx'
import { errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { EmailField, newEmailRules } from '#client/ui/person-fields.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { words } from './texts.ts'

type Fields = { email: string; password: string }

type EmailFormProps = { hasPassword: boolean; hint: string; onAsked: (email: string) => void }

/** The form with which a customer asks for another email address. It needs the password, if the account has one. */
export function EmailForm({ hasPassword, hint, onAsked }: EmailFormProps) {
  const { identity } = useSession()
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<Fields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const { errors, isSubmitting } = formState

  async function ask({ email, password }: Fields) {
    setFailure(null)
    try {
      await identity.changeEmail(email.trim(), hasPassword ? password : undefined)
      onAsked(email.trim())
      await client.invalidateQueries({ queryKey: ['GET /account'] })
      // The form has been replaced by a text about the mails.
      setTimeout(restoreFocusToHeading)
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  return (
    <Form onSubmit={handleSubmit(ask)}>
      <EmailField
        label={words.newEmail}
        autoComplete="email"
        hint={hint}
        error={errors.email?.message}
        {...register('email', newEmailRules)}
      />
      {hasPassword && (
        <PasswordField
          label={words.passwordAgain}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', passwordRules)}
        />
      )}
      <Button type="submit" tone="quiet" busy={isSubmitting} busyText={words.sending}>
        {words.changeEmail}
      </Button>
      <FormError>{failure}</FormError>
    </Form>
  )
}
