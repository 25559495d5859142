import { useEffect, useRef, useState } from 'react'
import { ApiError, errorText, isRefusal } from '#client/lib/api.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { FormError } from '#client/ui/form.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { ErrorState, LoadingBar } from '#client/ui/states.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { ConfirmSignUpForm } from './confirm-sign-up-form.tsx'
import { EntranceLink } from '../entrance.tsx'
import { newcomerPath } from '../return-path.ts'
import { useSession } from '../session.tsx'
import { takeReturn } from './sign-up-return.ts'
import { texts, words } from '../texts.ts'
import { useLinkToken } from './use-link-token.ts'

/**
 * The page `/confirmSignUp#<token>`, to which the link in the mail about a sign-up leads. In the browser that signed up,
 * it completes the sign-up at once and opens the page where the user was. Another browser asks for the password.
 */
export function ConfirmSignUpPage() {
  const token = useLinkToken(pages.confirmSignUp)
  return (
    <div className="page">
      <div className="mx-auto max-w-md">
        <PageTitle title={words.confirmTitle} />
        {token === null && <LoadingBar />}
        {token === '' && <p className="mt-2">{words.noSignUpToken}</p>}
        {token ? <Confirmation key={token} token={token} /> : null}
        <EntranceLink to={pages.register}>{words.signUpAgain}</EntranceLink>
      </div>
    </div>
  )
}

function Confirmation({ token }: { token: string }) {
  const confirm = useConfirmation(token)
  const [problem, setProblem] = useState<unknown>(null)
  const tried = useRef('')
  useEffect(() => {
    // The effect runs again when the session has changed. The link works only once, so each token is sent once.
    if (tried.current === token) return
    tried.current = token
    confirm().catch(setProblem)
  }, [confirm, token])
  function retry() {
    setProblem(null)
    confirm().catch(setProblem)
  }
  if (problem === null) return <LoadingBar label={words.confirming} />
  if (problem instanceof ApiError && problem.code === 'password-needed')
    return <ConfirmSignUpForm onConfirm={confirm} />
  if (!isRefusal(problem)) return <ErrorState title={words.notConfirmed} error={problem} onRetry={retry} />
  return <FormError>{errorText(problem)}</FormError>
}

/** Returns a function that completes the sign-up and opens the page where the user was. Rejects with `ApiError`. */
function useConfirmation(token: string): (password?: string) => Promise<void> {
  const { confirmSignUp } = useSession()
  const navigate = useNavigate()
  return async (password) => {
    const recorded = await confirmSignUp(token, password)
    if (recorded) showSuccess(texts.userCreated)
    navigate(newcomerPath(takeReturn()), { replace: true })
  }
}
