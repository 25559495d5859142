import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { Button } from '#client/ui/button.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { AS_GUEST } from '#contract/values/as-guest.ts'
import { words } from './texts.ts'

/** A button that leads to the page of the payment service on which the customer saves a new card. */
export function ChangeCard() {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => api('POST /subscriptions/card', { body: { returnTo: pages.subscriptions } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => showError(errorText(error)),
  })
  return (
    <p>
      <Button tone="quiet" busy={isPending || isSuccess} busyText={words.opening} onClick={() => mutate()}>
        {words.changeCard}
      </Button>
    </p>
  )
}

/**
 * Uses the card that was saved on that page, which leads back with a `session` in the query. A person who is not logged in then
 * is a guest.
 */
export function useSavedCard(): void {
  const { search } = useLocation()
  const { user, loading } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const session = new URLSearchParams(search).get('session')
  const sent = useRef('')
  useEffect(() => {
    if (session === null || loading || sent.current === session) return
    sent.current = session
    api('POST /subscriptions/card/done', { body: { session } })
      .then(() => showSuccess(words.cardChanged))
      .catch((error: unknown) => showError(errorText(error)))
      .finally(() => {
        navigate(pages.subscriptions, { replace: true, state: user ? null : AS_GUEST })
        void client.invalidateQueries({ queryKey: ['GET /subscriptions'] })
      })
  }, [session, loading, user, navigate, client])
}
