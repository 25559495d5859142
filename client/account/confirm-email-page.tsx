import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { useLinkToken } from '#client/identity/links/use-link-token.ts'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { LoadingBar } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

/**
 * The page `/account/confirmEmail#<token>`, to which the links lead that are mailed to the old and to the new address.
 * The customer has to press a button, so that a look at the page changes nothing.
 */
export function ConfirmEmailPage() {
  const token = useLinkToken(pages.confirmEmail)
  return (
    <div className="page">
      <div className="mx-auto grid max-w-md gap-4">
        <PageTitle title={words.confirmEmailTitle} />
        {token === null && <LoadingBar />}
        {token === '' && <p>{words.noEmailToken}</p>}
        {token ? <Confirmation key={token} token={token} /> : null}
        <p>
          <ButtonLink tone="quiet" to={pages.profile}>
            {words.toProfile}
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}

function Confirmation({ token }: { token: string }) {
  const { user, changeEmail } = useSession()
  const client = useQueryClient()
  const { data } = useQuery(callQuery('GET /account'))
  const [result, setResult] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setFailure(null)
    setBusy(true)
    try {
      const { user: changed, waitsFor } = await api('POST /account/email/link', { body: { token } })
      if (waitsFor === null) await changeEmail(changed)
      await client.invalidateQueries({ queryKey: ['GET /account'] })
      setResult(waitsFor === null ? words.emailChanged(changed.email) : words.emailWaitsFor(waitsFor))
    } catch (error) {
      setFailure(errorText(error))
    }
    setBusy(false)
  }

  if (result !== null)
    return (
      <p role="status" className="panel wrap-anywhere">
        {result}
      </p>
    )
  return (
    <>
      <p className="wrap-anywhere">{words.confirmEmailLead(user?.email ?? '', data?.newEmail ?? null)}</p>
      <p>
        <Button busy={isBusy} busyText={words.sending} onClick={() => void confirm()}>
          {words.confirmEmail}
        </Button>
      </p>
      <FormError>{failure}</FormError>
    </>
  )
}
