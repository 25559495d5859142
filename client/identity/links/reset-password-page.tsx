import { useNavigate } from '#client/lib/router.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { EntranceLink } from '../entrance.tsx'
import { shopIdentity } from '../identity-client.ts'
import { PasswordField, usePasswordRules } from '../password-field.tsx'
import { useSession } from '../session.tsx'
import { words } from '../texts.ts'
import { LinkPage } from './link-page.tsx'

/** The page `/resetPassword#<token>`, to which the link in the mail about a forgotten password leads. */
export function ResetPasswordPage() {
  return (
    <LinkPage
      page={pages.resetPassword}
      title={words.resetTitle}
      noToken={words.noToken}
      way={<EntranceLink to={pages.forgotPassword}>{words.askAgain}</EntranceLink>}
    >
      {(token) => <ResetPasswordForm token={token} />}
    </LinkPage>
  )
}

function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const { user, session } = useSession()
  const passwordRules = usePasswordRules()
  const form = useSendingForm<{ password: string }>(async ({ password }) => {
    await shopIdentity.resetPassword(token, password)
    showSuccess(words.passwordChanged)
    // Signs out a user who is signed in here, so that the login page asks for the new password. If this fails, the
    // password has still been changed.
    if (user) await session.signOut().catch(() => undefined)
    navigate(pages.login, { replace: true })
  })
  return (
    <>
      <p className="mt-2 mb-8">{words.resetLead}</p>
      <SendingForm form={form} button={words.savePassword} busyText={words.saving} wide>
        <PasswordField
          autoComplete="new-password"
          hint={words.passwordHint}
          {...form.field('password', passwordRules)}
        />
      </SendingForm>
    </>
  )
}
