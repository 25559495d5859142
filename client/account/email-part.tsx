import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { showError } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { pages } from '#contract/pages.ts'
import { EmailForm } from './email-form.tsx'
import { words } from './texts.ts'

/** The part of the account page in which a customer changes the email address. It needs a mail to both addresses. */
export function EmailPart() {
  const account = useQuery(callQuery('GET /account'))
  const { sendsMail, firebase } = usePageState().settings
  const { user } = useSession()
  if (!sendsMail && !firebase)
    return (
      <p>
        {words.noMail}{' '}
        <PageLink to={pages.contact} className="link">
          {words.toContact}
        </PageLink>
      </p>
    )
  if (account.isPending) return <Skeleton className="h-40" />
  if (!account.data) return <LoadError title={words.accountFailed} query={account} />
  const { newEmail, hasPassword } = account.data
  return newEmail === null ? (
    <NewEmail hasPassword={hasPassword} isAtFirebase={firebase !== undefined} />
  ) : (
    <Waiting oldEmail={user?.email ?? ''} newEmail={newEmail} />
  )
}

/**
 * Asks for the new address. If the accounts are at Firebase, it mails one link, to the new address. The shop does not know
 * of the change until that was used.
 */
function NewEmail({ hasPassword, isAtFirebase }: { hasPassword: boolean; isAtFirebase: boolean }) {
  const [asked, setAsked] = useState<string | null>(null)
  if (isAtFirebase && asked !== null)
    return (
      <p role="status" className="panel wrap-anywhere">
        {words.emailMailed(asked)}
      </p>
    )
  const hint = isAtFirebase ? words.newEmailHintOne : words.newEmailHint
  return <EmailForm hasPassword={hasPassword} hint={hint} onAsked={setAsked} />
}

/** Says which mails were sent, and offers to cancel the change. */
function Waiting({ oldEmail, newEmail }: { oldEmail: string; newEmail: string }) {
  const client = useQueryClient()
  const [isCancelling, setCancelling] = useState(false)

  async function cancel() {
    setCancelling(true)
    await api('DELETE /account/email').catch((error: unknown) => showError(errorText(error)))
    await client.invalidateQueries({ queryKey: ['GET /account'] })
    setCancelling(false)
    // The form has replaced the button.
    setTimeout(restoreFocusToHeading)
  }

  return (
    <div className="panel grid gap-3">
      <p role="status" className="wrap-anywhere">
        {words.emailWaits(oldEmail, newEmail)}
      </p>
      <p>
        <Button tone="quiet" busy={isCancelling} busyText={words.cancelling} onClick={() => void cancel()}>
          {words.cancelEmail}
        </Button>
      </p>
    </div>
  )
}
