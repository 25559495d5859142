import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LinkAction } from '#client/identity/links/link-action.tsx'
import { LinkPage } from '#client/identity/links/link-page.tsx'
import { useSession } from '#client/identity/session.tsx'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

const ACCOUNT = callQuery('GET /account')

/**
 * The page `/account/confirmEmail#<token>`, to which the links lead that are mailed to the old and to the new address.
 */
export function ConfirmEmailPage() {
  return (
    <LinkPage
      page={pages.confirmEmail}
      title={words.confirmEmailTitle}
      noToken={words.noEmailToken}
      way={
        <p className="mt-6">
          <ButtonLink tone="quiet" to={pages.profile}>
            {words.toProfile}
          </ButtonLink>
        </p>
      }
    >
      {(token) => <Confirmation key={token} token={token} />}
    </LinkPage>
  )
}

function Confirmation({ token }: { token: string }) {
  const { user, session } = useSession()
  const client = useQueryClient()
  const account = useQuery(ACCOUNT)
  async function confirm(): Promise<string> {
    const { user: changed, waitsFor } = await api('POST /account/email/link', { body: { token } })
    if (waitsFor === null) await session.changeEmail(changed)
    await client.invalidateQueries(ACCOUNT)
    return waitsFor === null ? words.emailChanged(changed.email) : words.emailWaitsFor(waitsFor)
  }
  return (
    <LinkAction
      lead={words.confirmEmailLead(user?.email ?? '', account.data?.newEmail ?? null)}
      button={words.confirmEmail}
      busyText={words.sending}
      act={confirm}
    />
  )
}
