import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { PasswordField, passwordRules } from '../password-field.tsx'
import { words } from '../texts.ts'

type Fields = { password: string }

/** The form that asks another browser for the password of the sign-up. `onConfirm` rejects with `ApiError`. */
export function ConfirmSignUpForm({ onConfirm }: { onConfirm: (password: string) => Promise<void> }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<Fields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const { errors, isSubmitting } = formState

  async function send({ password }: Fields) {
    setFailure(null)
    await onConfirm(password).catch((error: unknown) => setFailure(errorText(error)))
  }

  return (
    <>
      <p className="mt-2 mb-8">{words.confirmLead}</p>
      <Form onSubmit={handleSubmit(send)}>
        <PasswordField
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', passwordRules)}
        />
        <Button type="submit" wide busy={isSubmitting} busyText={words.confirming}>
          {words.confirmSubmit}
        </Button>
        <FormError>{failure}</FormError>
      </Form>
    </>
  )
}
