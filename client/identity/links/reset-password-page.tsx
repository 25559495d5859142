import { PageTitle } from '#client/ui/page-title.tsx'
import { LoadingBar } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'
import { EntranceLink } from '../entrance.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { words } from '../texts.ts'
import { useLinkToken } from './use-link-token.ts'

/**
 * The page `/resetPassword#<token>` with the form that sets a new password. The link in the mail leads to this page.
 */
export function ResetPasswordPage() {
  const token = useLinkToken(pages.resetPassword)
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
