import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { LoadingBar } from '#client/ui/states.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { EntranceLink } from './entrance.tsx'
import { shopIdentity } from './identity-client.ts'
import { PasswordField, passwordRules } from './password-field.tsx'
import { useSession } from './session.tsx'
import { words } from './texts.ts'

/**
 * The page `/resetPassword#<token>` with the form that sets a new password. The link in the mail leads to this page.
 */
export function ResetPasswordPage() {
  const token = useToken()
  return (
    <div className="page">
      <div className="mx-auto max-w-md">
        <PageTitle title={words.resetTitle} />
        {token === '' && <p className="mt-2">{words.noToken}</p>}
        {token === null ? <LoadingBar /> : token !== '' && <ResetPasswordForm token={token} />}
        <EntranceLink to={pages.forgotPassword}>{words.askAgain}</EntranceLink>
      </div>
    </div>
  )
}

/**
 * Returns the token from the fragment of the URL. Removes the token from the address bar, so that it does not stay in
 * the history of this tab. The result is null at first, because the server does not get the fragment, and '' if there
 * is no token.
 */
function useToken(): string | null {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    setToken((known) => (hash.length > 1 ? hash.slice(1) : (known ?? '')))
    if (hash.length > 1) history.replaceState(history.state, '', pages.resetPassword)
  }, [hash])
  return token
}

type ResetFields = { password: string }

function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const { user, signOut } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<ResetFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function choose({ password }: ResetFields) {
    setFailure(null)
    try {
      await shopIdentity.resetPassword(token, password)
      showSuccess(words.passwordChanged)
      // Signs out a user who is signed in here, so that the login page asks for the new password. If this fails, the
      // password has still been changed.
      if (user) await signOut().catch(() => undefined)
      navigate(pages.login, { replace: true })
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  const { errors, isSubmitting } = formState
  return (
    <>
      <p className="mt-2 mb-8">{words.resetLead}</p>
      <Form onSubmit={handleSubmit(choose)}>
        <PasswordField
          autoComplete="new-password"
          hint={words.passwordHint}
          error={errors.password?.message}
          {...register('password', passwordRules)}
        />
        <Button type="submit" wide busy={isSubmitting} busyText={words.savingPassword}>
          {words.savePassword}
        </Button>
        <FormError>{failure}</FormError>
      </Form>
    </>
  )
}
