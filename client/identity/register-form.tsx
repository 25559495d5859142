import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form-error.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { PasswordField } from './password-field.tsx'
import { emailRules, nameRules, passwordRules } from './rules.ts'
import { useSession } from './session.tsx'
import { texts, words } from './texts.ts'

type RegisterFields = { name: string; email: string; password: string }

/** Checks on submit, then on change; a sign-up that fails is told under the form. */
export function RegisterForm() {
  const { signUp } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<RegisterFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function createAccount({ name, email, password }: RegisterFields) {
    setFailure(null)
    try {
      const recorded = await signUp(name.trim(), email.trim(), password)
      // Shown here and not by the session, whose code every page starts with.
      if (recorded) showSuccess(texts.userCreated)
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  const { errors, isSubmitting } = formState
  return (
    <Form onSubmit={handleSubmit(createAccount)}>
      <TextField
        label={words.name}
        autoComplete="name"
        error={errors.name?.message}
        {...register('name', nameRules)}
      />
      <TextField
        label={words.email}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email', emailRules)}
      />
      <PasswordField
        autoComplete="new-password"
        hint={words.passwordHint}
        error={errors.password?.message}
        {...register('password', passwordRules)}
      />
      <Button type="submit" wide busy={isSubmitting} busyText={words.signingUp}>
        {texts.signUp}
      </Button>
      <FormError>{failure}</FormError>
    </Form>
  )
}
