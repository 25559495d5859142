import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, errorText, isRefusal } from '#client/lib/api.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { FormError, SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { ErrorState, LoadingBar } from '#client/ui/states.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { EntranceLink } from '../entrance.tsx'
import { PasswordField, usePasswordRules } from '../password-field.tsx'
import { newcomerPath, takeReturn } from '../return-path.ts'
import { useSession } from '../session.tsx'
import { specTexts, words } from '../texts.ts'
import { LinkPage } from './link-page.tsx'

/**
 * The page `/confirmSignUp#<token>`, to which the link in the mail about a sign-up leads. In the browser that signed up,
 * it completes the sign-up at once and opens the page where the user was. Another browser asks for the password.
 */
export function ConfirmSignUpPage() {
  return (
    <LinkPage
      page={pages.confirmSignUp}
      title={words.confirmTitle}
      noToken={words.noSignUpToken}
      way={<EntranceLink to={pages.register}>{words.signUpAgain}</EntranceLink>}
    >
      {(token) => <Confirmation key={token} token={token} />}
    </LinkPage>
  )
}

function Confirmation({ token }: { token: string }) {
  const { session } = useSession()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<unknown>(null)

  async function confirm(password?: string) {
    const { isRecorded } = await session.enter((identity) => identity.confirmSignUp(token, password))
    if (isRecorded) showSuccess(specTexts.userCreated)
    navigate(newcomerPath(takeReturn()), { replace: true })
  }

  const start = useEffectEvent(() => void confirm().catch(setProblem))
  // The link works only once, so the effect does not run again when the session has changed.
  useEffect(() => start(), [])
  function retry() {
    setProblem(null)
    confirm().catch(setProblem)
  }
  if (problem === null) return <LoadingBar label={words.confirming} />
  if (problem instanceof ApiError && problem.code === 'password-needed')
    return <ConfirmingForm onConfirm={confirm} />
  if (!isRefusal(problem)) return <ErrorState title={words.notConfirmed} error={problem} onRetry={retry} />
  return <FormError>{errorText(problem)}</FormError>
}

/**
 * The form that is shown if the link is opened in another browser than that of the sign-up. It asks for the password that
 * was chosen there.
 */
function ConfirmingForm({ onConfirm }: { onConfirm: (password: string) => Promise<void> }) {
  const passwordRules = usePasswordRules()
  const form = useSendingForm<{ password: string }>(({ password }) => onConfirm(password))
  return (
    <>
      <p className="mt-2 mb-8">{words.confirmLead}</p>
      <SendingForm form={form} button={words.confirmSubmit} busyText={words.confirming} wide>
        <PasswordField autoComplete="current-password" {...form.field('password', passwordRules)} />
      </SendingForm>
    </>
  )
}
