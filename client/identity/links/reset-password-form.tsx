import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/api.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { shopIdentity } from '../identity-client.ts'
import { PasswordField, passwordRules } from '../password-field.tsx'
import { useSession } from '../session.tsx'
import { words } from '../texts.ts'

type ResetFields = { password: string }

/** The form that sets a new password with the token of the link in a mail. */
export function ResetPasswordForm({ token }: { token: string }) {
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
