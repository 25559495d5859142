import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LinkPage } from '#client/identity/links/link-page.tsx'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

const ACCOUNT = callQuery('GET /account')

/**
 * The page `/account/confirmEmail#<token>`, to which the links lead that are mailed to the old and to the new address.
 * The customer has to press a button, because mail programs and scanners open links by themselves.
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
  const confirming = useMutation({
    mutationFn: async () => {
      const { user: changed, waitsFor } = await api('POST /account/email/link', { body: { token } })
      if (waitsFor === null) await session.changeEmail(changed)
      await client.invalidateQueries(ACCOUNT)
      return waitsFor === null ? words.emailChanged(changed.email) : words.emailWaitsFor(waitsFor)
    },
  })
  if (confirming.isSuccess)
    return (
      <p role="status" className="panel mt-4 wrap-anywhere">
        {confirming.data}
      </p>
    )
  return (
    <div className="mt-4 grid gap-4">
      <p className="wrap-anywhere">
        {words.confirmEmailLead(user?.email ?? '', account.data?.newEmail ?? null)}
      </p>
      <p>
        <Button busy={confirming.isPending} busyText={words.sending} onClick={() => confirming.mutate()}>
          {words.confirmEmail}
        </Button>
      </p>
      <FormError>{confirming.error && errorText(confirming.error)}</FormError>
    </div>
  )
}
