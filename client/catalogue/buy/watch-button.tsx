import type { QueryClient } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLinkToken } from '#client/identity/links/link-page.tsx'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { useCanGuestsBuy, usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { useOnDemand } from '#client/ui/use-on-demand.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import type { Product } from '#contract/catalogue.ts'
import { words } from '../texts.ts'
import { useSignIn } from './buy-as-visitor.ts'

const watchedQuery = callQuery('GET /watchedProducts')

/**
 * The button with which a customer asks for a mail when a sold-out product is back, or cancels the request for the
 * mail. It asks a visitor for an address, to which a link is mailed that confirms it. In a shop where buying takes an account,
 * it asks the visitor to sign in instead. It is left out if the shop sends no mails.
 */
export function WatchButton({ product }: { product: Product }) {
  const { sendsMail } = usePageState().settings
  const { user, loading } = useSession()
  const { data } = useQuery({ ...watchedQuery, enabled: sendsMail && user !== null })
  const isWatched = data?.includes(product._id) ?? false
  const { toggle, busy } = useWatch(product, isWatched)
  const canGuestsBuy = useCanGuestsBuy()
  const signIn = useSignIn()
  const { Shown: Dialog, busy: isOpening, open, close } = useOnDemand(fetchDialog)
  if (!sendsMail) return null
  const ask = () => (canGuestsBuy ? open() : signIn(words.signInToWatch(product.name)))
  const isUnknown = user ? data === undefined : loading
  return (
    <>
      <Button
        wide
        tone="quiet"
        busy={busy || isOpening}
        disabled={isUnknown}
        // A second click would cancel the request for the mail.
        noDoubleClick
        onClick={() => (user ? toggle : ask)()}
      >
        {isWatched ? words.unwatch : words.watch}
      </Button>
      {Dialog && <Dialog product={product} onClose={close} />}
    </>
  )
}

const fetchDialog = () => import('./watch-dialog.tsx').then((script) => script.WatchDialog)

/** The question to a visitor who has opened the link of a mail, which leads to the page of the product. */
export function WatchQuestion({ product: { name } }: { product: Product }) {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const token = useLinkToken(pathname + search)
  const [isClosed, setClosed] = useState(false)
  const { mutate } = useMutation({
    mutationFn: (given: string) => api('POST /watchedProducts/link', { body: { token: given } }),
    onSuccess: ({ modifiedCount }) =>
      modifiedCount === 0 ? showBack(client, name) : showInfo(words.watching(name)),
    onError: (error) => {
      showError(words.notWatched(name, errorText(error)))
      setClosed(false)
    },
  })
  if (!token || isClosed) return null
  return (
    <ConfirmDialog
      tone="primary"
      title={words.watchTitle(name)}
      more={words.watchOnce}
      confirm={words.watch}
      cancel={words.doNotWatch}
      onConfirm={() => mutate(token)}
      onClose={() => setClosed(true)}
    />
  )
}

function useWatch(product: Product, isWatched: boolean): { toggle: () => void; busy: boolean } {
  const client = useQueryClient()
  const { _id: id, name } = product
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      isWatched
        ? api('DELETE /watchedProducts/{id}', { params: { id } })
        : api('PUT /watchedProducts/{id}', { params: { id } }),
    onSuccess: async ({ modifiedCount }) => {
      if (!isWatched && modifiedCount === 0) return showBack(client, name)
      await client.cancelQueries({ queryKey: watchedQuery.queryKey })
      client.setQueryData(watchedQuery.queryKey, (ids = []) =>
        isWatched ? ids.filter((other) => other !== id) : [...ids, id],
      )
      showInfo(isWatched ? words.notWatching(name) : words.watching(name))
    },
    onError: (error) => showError(words.notWatched(name, errorText(error))),
  })
  return { toggle: () => mutate(), busy: isPending }
}

/** Shows that the product is no longer sold out, and fetches the outdated product data of the page again. */
function showBack(client: QueryClient, name: string): void {
  showInfo(words.backAlready(name))
  void client.invalidateQueries({ queryKey: ['GET /coffeeDetails/{id}'] })
  void client.invalidateQueries({ queryKey: ['GET /coffee/{id}'] })
}
