import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { NameField, nameRules } from '#client/ui/person-fields.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { NAME_LENGTH } from '#contract/values/limits.ts'
import { PasswordField, passwordRules } from './password-field.tsx'
import { useSession } from './session.tsx'
import { words } from './texts.ts'

const onSubmit = { mode: 'onSubmit', reValidateMode: 'onChange' } as const

/** The form with which a signed-in user changes the display name. */
export function NameForm() {
  const { user, rename } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    ...onSubmit,
    defaultValues: { name: user?.name ?? '' },
  })

  async function save({ name }: { name: string }) {
    setFailure(null)
    try {
      await rename(name.trim())
      showSuccess(words.nameSaved)
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  const { errors, isSubmitting } = formState
  return (
    <Form onSubmit={handleSubmit(save)}>
      <NameField
        error={errors.name?.message}
        {...register('name', {
          ...nameRules,
          maxLength: { value: NAME_LENGTH, message: words.nameTooLong },
        })}
      />
      <Button type="submit" tone="quiet" busy={isSubmitting} busyText={words.saving}>
        {words.saveName}
      </Button>
      <FormError>{failure}</FormError>
    </Form>
  )
}

const noPasswords = { current: '', password: '' }

/** The form with which a signed-in user changes the password. The user must know the current one. */
export function PasswordForm() {
  const { identity } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState, reset } = useForm({ ...onSubmit, defaultValues: noPasswords })

  async function save({ current, password }: typeof noPasswords) {
    setFailure(null)
    try {
      await identity.changePassword(current, password)
      showSuccess(words.changed)
      reset()
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  const { errors, isSubmitting } = formState
  return (
    <>
      <p className="mb-4">{words.changeLead}</p>
      <Form onSubmit={handleSubmit(save)}>
        <PasswordField
          label={words.currentPassword}
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current', passwordRules)}
        />
        <PasswordField
          label={words.newPassword}
          autoComplete="new-password"
          hint={words.passwordHint}
          error={errors.password?.message}
          {...register('password', passwordRules)}
        />
        <Button type="submit" tone="quiet" busy={isSubmitting} busyText={words.saving}>
          {words.savePassword}
        </Button>
        <FormError>{failure}</FormError>
      </Form>
    </>
  )
}
