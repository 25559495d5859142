import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { EmailField, newEmailRules } from '#client/ui/person-fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { pages } from '#contract/pages.ts'
import { OwnPassword } from './own-password.tsx'
import { words } from './texts.ts'

const ACCOUNT = callQuery('GET /account')

/**
 * The part of the account page in which a customer changes the email address. The shop mails a link to the old and one to
 * the new address, and both must be used. Without mail, a link to the contact page is shown.
 */
export function EmailPart() {
  const account = useQuery(ACCOUNT)
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
  const { newEmail } = account.data
  if (newEmail !== null) return <Waiting oldEmail={user?.email ?? ''} newEmail={newEmail} />
  return <EmailForm isAtFirebase={firebase !== undefined} />
}

/**
 * Asks for the new address. If the accounts are at Firebase, Firebase mails one link, to the new address. The shop does not
 * know of the change until that link was used.
 */
function EmailForm({ isAtFirebase }: { isAtFirebase: boolean }) {
  const { session } = useSession()
  const client = useQueryClient()
  const [asked, setAsked] = useState<string | null>(null)
  const form = useSendingForm<{ email: string; password: string }>(async ({ email, password }) => {
    await session.identity.changeEmail(email.trim(), password)
    setAsked(email.trim())
    await client.invalidateQueries(ACCOUNT)
    // The form has been replaced by a text about the mails.
    setTimeout(restoreFocusToHeading)
  })
  if (isAtFirebase && asked !== null)
    return (
      <p role="status" className="panel wrap-anywhere">
        {words.emailMailed(asked)}
      </p>
    )
  return (
    <SendingForm form={form} button={words.changeEmail} busyText={words.sending} tone="quiet">
      <EmailField
        label={words.newEmail}
        autoComplete="email"
        hint={isAtFirebase ? words.newEmailHintOne : words.newEmailHint}
        {...form.field('email', newEmailRules)}
      />
      <OwnPassword form={form} />
    </SendingForm>
  )
}

/** Says which mails were sent, and offers to cancel the change. */
function Waiting({ oldEmail, newEmail }: { oldEmail: string; newEmail: string }) {
  const client = useQueryClient()
  const form = useSendingForm(async () => {
    await api('DELETE /account/email')
    await client.invalidateQueries(ACCOUNT)
    // The other form has replaced the button.
    setTimeout(restoreFocusToHeading)
  })
  return (
    <div className="panel grid gap-3">
      <p role="status" className="wrap-anywhere">
        {words.emailWaits(oldEmail, newEmail)}
      </p>
      <SendingForm form={form} button={words.cancelEmail} busyText={words.cancelling} tone="quiet" />
    </div>
  )
}
