import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { EmailField, newEmailRules, NameField, nameRules } from '#client/ui/person-fields.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { NAME_LENGTH } from '#contract/values/limits.ts'
import { Entrance } from './entrance.tsx'
import { PasswordField, passwordRules } from './password-field.tsx'
import { newcomerPath } from './return-path.ts'
import { useSession } from './session.tsx'
import { useKeepReturn } from './links/sign-up-return.ts'
import { texts, words } from './texts.ts'

/** The sign-up page, `/register` (specification section 2, Sign Up). */
export function RegisterPage() {
  const other = { question: words.knownHere, link: words.toLogin, to: pages.login }
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <Entrance
      title={words.registerTitle}
      lead={words.registerLead}
      other={other}
      leadsTo={newcomerPath}
      onFailure={setFailure}
    >
      <RegisterForm failure={failure} onFailure={setFailure} />
    </Entrance>
  )
}

type Failing = { failure: string | null; onFailure: (text: string | null) => void }

type RegisterFields = { name: string; email: string; password: string }

const accountNameRules = { ...nameRules, maxLength: { value: NAME_LENGTH, message: words.nameTooLong } }

/**
 * The sign-up form. It is validated on submit, and after that on each change. If the sign-up fails, the error is
 * shown under the form.
 */
function RegisterForm({ failure, onFailure }: Failing) {
  const { signUp } = useSession()
  const keepReturn = useKeepReturn()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<RegisterFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function createAccount({ name, email, password }: RegisterFields) {
    onFailure(null)
    try {
      const recorded = await signUp(name.trim(), email.trim(), password)
      // The toast is shown here and not by the session's code. Every page loads the session's code, but only this
      // page needs the text of the toast.
      if (recorded) showSuccess(texts.userCreated)
      if (recorded === null) {
        keepReturn()
        setMailedTo(email.trim())
      }
    } catch (error) {
      onFailure(errorText(error))
    }
  }

  if (mailedTo !== null) return <LookIntoMail email={mailedTo} />
  const { errors, isSubmitting } = formState
  return (
    <Form onSubmit={handleSubmit(createAccount)}>
      <NameField error={errors.name?.message} {...register('name', accountNameRules)} />
      <EmailField
        autoComplete="username"
        error={errors.email?.message}
        {...register('email', newEmailRules)}
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

/** Says that a mail is on its way. The text does not say whether the email address has an account already. */
function LookIntoMail({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus has disappeared.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div role="status" className="panel grid gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {words.lookIntoMail}
      </h2>
      <p className="wrap-anywhere">{words.signUpMailed(email)}</p>
    </div>
  )
}
