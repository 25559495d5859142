import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText, request } from '#client/lib/api.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { tryStorage } from '#client/lib/try-storage.ts'
import { Button } from '#client/ui/button.tsx'
import { useOnDemand } from '#client/ui/use-on-demand.ts'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { AS_GUEST } from '#contract/values/as-guest.ts'
import { CONSENT_TEXTS, CONSENT_VERSION } from '#contract/values/orders/subscriptions.ts'
import { words } from './texts.ts'
import { keepLink, KEPT_LINK } from './use-subscriptions.ts'

/** With `isFirst`, what was paid by transfer is paid by card from then on. */
type ChangeCardProps = { token: string; isOfSeveral: boolean; isFirst: boolean }

/**
 * A button that leads to the page of the payment service on which the customer saves a card for all subscriptions. By a mailed link,
 * it needs a code.
 */
export function ChangeCard({ token, isOfSeveral, isFirst }: ChangeCardProps) {
  const [one, all] = isFirst ? words.payByCard : words.changeCard
  const text = isOfSeveral ? all : one
  return (
    <>
      {token ? <ChangeCardByLink token={token} text={text} /> : <ChangeOwnCard text={text} />}
      {isFirst && <p className="small">{CONSENT_TEXTS[CONSENT_VERSION]}</p>}
    </>
  )
}

function ChangeOwnCard({ text }: { text: string }) {
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: () => api('POST /subscriptions/card', { body: { returnTo: pages.subscriptions } }),
    onSuccess: ({ url }) => {
      // After Back, the browser may show this page as it was.
      addEventListener('pageshow', reset, { once: true })
      location.assign(url)
    },
    onError: (error) => showError(errorText(error)),
  })
  return (
    <Button tone="link" busy={isPending || isSuccess} busyText={words.opening} onClick={() => mutate()}>
      {text}
    </Button>
  )
}

function ChangeCardByLink({ token, text }: { token: string; text: string }) {
  const { Shown: CodeForm, busy, open } = useOnDemand(fetchCodeForm, () => keepLink(token))
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => request('POST /subscriptions/link/code', { body: { token } }),
    onSuccess: open,
    onError: (error) => showError(errorText(error)),
  })
  if (CodeForm) return <CodeForm token={token} button={text} />
  return (
    <Button
      tone="link"
      busy={isPending || busy}
      busyText={words.opening}
      // A second code would end the first one.
      onClick={() => (isSuccess ? open() : mutate())}
    >
      {text}
    </Button>
  )
}

const fetchCodeForm = () => import('./card-code-form.tsx').then((script) => script.CardCodeForm)

/**
 * Uses the card that was saved on that page, which leads back with a `session` in the query if there is one, and opens the link
 * again by which the customer came. A person who is not logged in then, and came by no link, is a guest.
 */
export function useSavedCard(): void {
  const { search } = useLocation()
  const { user, loading } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const session = new URLSearchParams(search).get('session')
  const sent = useRef('')
  useEffect(() => {
    const token = tryStorage(() => sessionStorage.getItem(KEPT_LINK))
    const isKnown = session === null ? token === null : loading || sent.current === session
    if (isKnown) return
    sent.current = session ?? ''
    tryStorage(() => sessionStorage.removeItem(KEPT_LINK))
    const goOn = () => {
      if (token === null) navigate(pages.subscriptions, { replace: true, state: user ? null : AS_GUEST })
      else navigate(`${pages.subscriptions}#${token}`, { replace: true })
      void client.invalidateQueries({ queryKey: ['GET /subscriptions'] })
    }
    if (session === null) return goOn()
    saveCard({ session, token })
      .then(() => showSuccess(words.cardChanged))
      .catch((error: unknown) => showError(errorText(error)))
      .finally(goOn)
  }, [session, loading, user, navigate, client])
}

function saveCard({ session, token }: { session: string; token: string | null }): Promise<unknown> {
  if (token === null) return api('POST /subscriptions/card/done', { body: { session } })
  return request('POST /subscriptions/link/card/done', { body: { token, session } })
}
