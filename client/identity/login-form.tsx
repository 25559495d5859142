import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form-error.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { DemoHint } from './demo-hint.tsx'
import { PasswordField } from './password-field.tsx'
import { emailRules, passwordRules } from './rules.ts'
import { useSession } from './session.tsx'
import { texts, words } from './texts.ts'

type LoginFields = { email: string; password: string }

/** Checks on submit, then on change; what the provider objects to stands under the form. */
export function LoginForm() {
  const { signIn } = useSession()
  const { demo } = usePageState().settings
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, setValue, clearErrors, formState } = useForm<LoginFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function logIn({ email, password }: LoginFields) {
    setFailure(null)
    try {
      await signIn(email.trim(), password)
      showSuccess(texts.loggedIn)
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  function fillIn({ email, password }: LoginFields) {
    setValue('email', email)
    setValue('password', password)
    clearErrors()
  }

  const { errors, isSubmitting } = formState
  return (
    <>
      {demo && <DemoHint onFill={fillIn} />}
      <Form onSubmit={handleSubmit(logIn)}>
        <TextField
          label={words.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email', emailRules)}
        />
        <PasswordField
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', passwordRules)}
        />
        <Button type="submit" wide busy={isSubmitting} busyText={words.loggingIn}>
          {texts.logIn}
        </Button>
        <FormError>{failure}</FormError>
      </Form>
    </>
  )
}
