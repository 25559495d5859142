import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { EmailField, emailRules } from '#client/ui/person-fields.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { DemoHint } from './demo-hint.tsx'
import { EntranceLink } from './entrance.tsx'
import { PasskeyButton } from './factors/passkey-button.tsx'
import { PasswordField, passwordRules } from './password-field.tsx'
import { useSession } from './session.tsx'
import { texts, words } from './texts.ts'

type Failing = {
  failure: string | null
  onFailure: (text: string | null) => void
  onNeedsCode: () => void
}

type LoginFields = { email: string; password: string }

/**
 * The login form. It is validated on submit, and after that on each change. An error of the identity provider is
 * shown under the form.
 */
export function LoginForm({ failure, onFailure, onNeedsCode }: Failing) {
  const { signIn } = useSession()
  const { demo } = usePageState().settings
  const { register, handleSubmit, setValue, clearErrors, formState } = useForm<LoginFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function logIn({ email, password }: LoginFields) {
    onFailure(null)
    try {
      const next = await signIn(email.trim(), password)
      if (next === 'needs-code') onNeedsCode()
      else showSuccess(texts.loggedIn)
    } catch (error) {
      onFailure(errorText(error))
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
        <EmailField
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
      <PasskeyButton onFailure={onFailure} />
      <EntranceLink to={pages.forgotPassword}>{words.forgot}</EntranceLink>
    </>
  )
}
