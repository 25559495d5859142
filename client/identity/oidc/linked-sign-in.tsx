import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, request } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { OIDC_DONE } from '#contract/values/oidc.ts'
import { LinkButton } from './oidc-button.tsx'
import { oidcWords, refusalText } from './oidc-texts.ts'
import { useOidcReturn } from './use-oidc-return.ts'

const LINK = callQuery('GET /auth/oidc/link')

/**
 * Says whether the signed-in user can log in with the OpenID Connect issuer called `name`, and has a button to link the
 * account there or to unlink it.
 */
export function LinkedSignIn({ name, email }: { name: string; email: string }) {
  const { settings } = usePageState()
  const link = useQuery(LINK)
  const [failure, setFailure] = useState<string | null>(null)
  useOidcReturn((outcome) => {
    if (outcome === OIDC_DONE) showSuccess(oidcWords.nowLinked(name))
    else setFailure(refusalText(outcome, settings))
  })
  if (link.isPending) return <Skeleton className="h-20" />
  if (!link.data) return <LoadError title={oidcWords.linkFailed} query={link} />
  const { isLinked, canUnlink } = link.data
  return (
    <>
      <p>{isLinked ? oidcWords.linked(name) : oidcWords.notLinked(name, email)}</p>
      {isLinked && !canUnlink && <p className="small">{oidcWords.onlyWay(name, settings)}</p>}
      {!isLinked && <LinkButton name={name} onFailure={setFailure} />}
      {isLinked && canUnlink && <UnlinkButton name={name} onFailure={setFailure} />}
      <FormError>{failure}</FormError>
    </>
  )
}

type UnlinkProps = { name: string; onFailure: (text: string | null) => void }

function UnlinkButton({ name, onFailure }: UnlinkProps) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => request('DELETE /auth/oidc/link'),
    onMutate: () => onFailure(null),
    onSuccess: () => showSuccess(oidcWords.nowUnlinked(name)),
    onError: (error) => onFailure(errorText(error)),
    onSettled: () => queries.invalidateQueries(LINK),
  })
  return (
    <p>
      <Button tone="quiet" busy={isPending} busyText={oidcWords.unlinking} onClick={() => mutate()}>
        {oidcWords.unlink(name)}
      </Button>
    </p>
  )
}
