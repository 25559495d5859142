import { LinkAction } from '#client/identity/links/link-action.tsx'
import { request } from '#client/lib/api.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { words } from './texts.ts'

/** The page to which the second link in a mail about subscriptions leads. */
export function RevokeLink({ token }: { token: string }) {
  const revoke = async () => {
    await request('POST /subscriptions/link/revocation', { body: { token } })
    return words.revoked
  }
  return (
    <div className="page">
      <div className="mx-auto max-w-md">
        <PageTitle title={words.revokeTitle} />
        <LinkAction lead={words.revokeLead} button={words.revoke} busyText={words.revoking} act={revoke} />
      </div>
    </div>
  )
}
