import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsAdmin, useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Redirect, useLocation } from '#client/lib/router.tsx'
import { tryStorage } from '#client/lib/try-storage.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { LoadingBar } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

/**
 * The page `/invitation#<code>`, to which the link of the command `make-admin` leads. A visitor signs up first, and then
 * comes back to this page to become an administrator. If the shop confirms addresses by mail, the sign-up has made the
 * invited person an administrator already, and the link in the mail has opened a tab that does not know the code.
 */
export function InvitationPage() {
  const code = useCode()
  const { user, loading } = useSession()
  const { data, isFetching } = useIsAdmin()
  if (data?.isAdmin) return <Redirect to={pages.start} />
  const isChecking = code === null || loading || (code === '' && isFetching)
  return (
    <div className="page">
      <div className="mx-auto grid max-w-md gap-5">
        <PageTitle title={words.invitation} />
        {isChecking ? <LoadingBar /> : <Invitation code={code} email={user?.email} />}
      </div>
    </div>
  )
}

function Invitation({ code, email }: { code: string; email: string | undefined }) {
  if (code === '') return <p>{words.noCode}</p>
  return (
    <>
      <p>{words.invitationLead}</p>
      {email === undefined ? <SignUpFirst /> : <Accept code={code} email={email} />}
    </>
  )
}

const KEY = 'invitation'

/**
 * Returns the code from the fragment of the URL. The fragment is removed from the address bar, and the code is kept for
 * this tab until the visitor has signed up. The result is null at first, because the server does not get the fragment,
 * and '' if there is no code.
 */
function useCode(): string | null {
  const { hash } = useLocation()
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    if (hash.length > 1) {
      tryStorage(() => sessionStorage.setItem(KEY, hash.slice(1)))
      history.replaceState(history.state, '', pages.invitation)
    }
    setCode((known) => hash.slice(1) || known || tryStorage(() => sessionStorage.getItem(KEY)) || '')
  }, [hash])
  return code
}

function SignUpFirst() {
  const state = { from: pages.invitation }
  return (
    <>
      <p>{words.invitationOpen}</p>
      <div className="cluster">
        <ButtonLink to={pages.register} state={state}>
          {words.toSignUp}
        </ButtonLink>
        <ButtonLink to={pages.login} state={state} tone="quiet">
          {words.toLogin}
        </ButtonLink>
      </div>
    </>
  )
}

function Accept({ code, email }: { code: string; email: string }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api('POST /invitation', { body: { code } }),
    onSuccess: (answer) => {
      tryStorage(() => sessionStorage.removeItem(KEY))
      client.setQueryData(callQuery('GET /user/admin/{email}', { params: { email } }).queryKey, answer)
    },
  })
  return (
    <>
      <p className="wrap-anywhere">{words.invitationAs(email)}</p>
      <p>
        <Button busy={isPending} busyText={words.accepting} onClick={() => mutate()}>
          {words.accept}
        </Button>
      </p>
      <FormError>{error && errorText(error)}</FormError>
    </>
  )
}
