import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { EmailField, emailRules } from '#client/ui/person-fields.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { DemoHint } from './demo-hint.tsx'
import { Entrance, EntranceLink } from './entrance.tsx'
import { useOidcReturn } from './oidc/use-oidc-return.ts'
import { PasswordField, passwordRules } from './password-field.tsx'
import { returnPath } from './return-path.ts'
import { useSession } from './session.tsx'
import { texts, words } from './texts.ts'

/** The login page, `/login` (specification section 2, Log In). */
export function LoginPage() {
  const other = { question: words.newHere, link: words.toRegister, to: pages.register }
  const [failure, setFailure] = useOidcReturn()
  return (
    <Entrance
      title={words.loginTitle}
      lead={words.loginLead}
      other={other}
      leadsTo={returnPath}
      onFailure={setFailure}
    >
      <LoginForm failure={failure} onFailure={setFailure} />
    </Entrance>
  )
}

type Failing = { failure: string | null; onFailure: (text: string | null) => void }

type LoginFields = { email: string; password: string }

/**
 * The login form. It is validated on submit, and after that on each change. An error of the identity provider is
 * shown under the form.
 */
function LoginForm({ failure, onFailure }: Failing) {
  const { signIn } = useSession()
  const { demo } = usePageState().settings
  const { register, handleSubmit, setValue, clearErrors, formState } = useForm<LoginFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function logIn({ email, password }: LoginFields) {
    onFailure(null)
    try {
      await signIn(email.trim(), password)
      showSuccess(texts.loggedIn)
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
      <EntranceLink to={pages.forgotPassword}>{words.forgot}</EntranceLink>
    </>
  )
}
