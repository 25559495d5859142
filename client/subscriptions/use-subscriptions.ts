import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { useLocation } from '#client/lib/router.tsx'
import { AS_GUEST } from '#contract/values/as-guest.ts'
import { ApiError, api, errorText, request } from '#client/lib/api.ts'
import { PERSONAL } from '#client/lib/on-sign-out.ts'
import { tryStorage } from '#client/lib/try-storage.ts'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import type { OwnSubscription, OwnSubscriptions, SubscriptionChange } from '#contract/orders/subscriptions.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { isDelivered } from '#contract/values/orders/delivery-price.ts'
import { roastersChoiceText } from '#contract/values/orders/subscriptions.ts'
import { words } from './texts.ts'

/** The entry in the session storage for the token of a mailed link. */
export const KEPT_LINK = `${PERSONAL}link to subscriptions`

/**
 * Keeps the token of a mailed link in this tab while the customer is on the page of the payment service, or while the page is
 * reloaded, because the address no longer contains it. `useSavedCard` opens the link again.
 */
export function keepLink(token: string): void {
  if (token) tryStorage(() => sessionStorage.setItem(KEPT_LINK, token))
}

/**
 * Fetches the subscriptions: with the token of a mailed link, or if it is '' as the signed-in user, or as the guest who comes from
 * the page of an order. The token is null at first.
 */
export function useSubscriptions(token: string | null) {
  const { user } = useSession()
  const { state } = useLocation()
  return useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) =>
      token
        ? request('POST /subscriptions/link', { body: { token } }, { signal })
        : api('GET /subscriptions', {}, { signal }),
    enabled: token === '' ? user !== null || state === AS_GUEST : token !== null,
  })
}

/** Returns whether it is unknown whose subscriptions to show: there is no link, no login and no order of a guest. */
export function useIsStranger(token: string | null, error: unknown): boolean {
  const { user, loading } = useSession()
  const { state, search } = useLocation()
  if (token !== '') return false
  if (error instanceof ApiError && error.status === 401) return true
  const isGuest = state === AS_GUEST || new URLSearchParams(search).has('session')
  return !user && !loading && !isGuest
}

/** Returns whether a mailed link opens the subscriptions of the user who is logged in, who needs no link. */
export function useIsOwnLink(token: string | null): boolean {
  const { user } = useSession()
  const { data: linked, error } = useSubscriptions(token)
  const { data: own } = useSubscriptions(user && token ? '' : null)
  if (!token || !own) return false
  const ids = own.subscriptions.map(({ _id }) => _id)
  return error !== null || (linked?.subscriptions.some(({ _id }) => ids.includes(_id)) ?? false)
}

function keyOf(token: string | null) {
  return ['GET /subscriptions', token] as const
}

/** Changes one of the subscriptions, and shows it as it is then. */
type Send = (change: SubscriptionChange, code?: string) => Promise<OwnSubscription>

function useSend(token: string, id: string): Send {
  const client = useQueryClient()
  return async (change, code) => {
    const params = { id }
    const after = token
      ? await request('PUT /subscriptions/link/{id}', {
          params,
          body: { token, change, ...(code && { code }) },
        })
      : await api('PUT /subscriptions/{id}', { params, body: change })
    client.setQueryData<OwnSubscriptions>(keyOf(token), (known) => {
      const subscriptions = known?.subscriptions.map((one) => (one._id === id ? after : one))
      return known && subscriptions && { ...known, subscriptions }
    })
    return after
  }
}

/**
 * Returns whether a change of a subscription is being saved, and a function that makes one, says `done`, and offers Undo. With a
 * mailed link, some changes need a mailed `code`. It rejects if the change was refused. If that is because the page is old, it says so and fetches the subscriptions again.
 */
export function useChange(token: string, subscription: OwnSubscription) {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const send = useSend(token, subscription._id)
  async function change(
    wanted: SubscriptionChange,
    done: (after: OwnSubscription) => string,
    code?: string,
  ): Promise<void> {
    setBusy(true)
    try {
      const after = await send(wanted, code)
      const before = earlierValues(subscription, wanted)
      if (before) showUndo(done(after), { id: subscription._id, undo: () => void undo(before) })
      else showSuccess(done(after))
    } catch (error) {
      const why = error instanceof ApiError ? error.code : null
      const isStale = why === 'state-conflict' || why === 'not-found'
      if (isStale || why === 'delivery-closed') void client.invalidateQueries({ queryKey: keyOf(token) })
      if (!isStale) throw error
      showError(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  async function undo(before: SubscriptionChange): Promise<void> {
    try {
      await send(before)
      showSuccess(words.undone)
    } catch (error) {
      showError(errorText(error))
    }
  }
  return { busy, change }
}

/**
 * Returns the change that takes another one back. It is null for a subscription that the shop has paused, and for a way of delivery
 * that the shop no longer has.
 */
function earlierValues(
  { product, state, ...same }: OwnSubscription,
  change: SubscriptionChange,
): SubscriptionChange | null {
  const isGone = change.destination !== undefined && !isDelivered(same.ways, same.destination)
  if (state === 'paused' || isGone) return null
  if (state === 'ended') return { state: 'ended' }
  const before = { ...same, productId: product._id, state }
  const changed = Object.entries(before).filter(([name]) => name in change)
  return Object.fromEntries(changed)
}

/** Returns whether a subscription waits for another way of delivery, because the shop no longer has its own. */
export function hasNoWay({ state, next, ways, destination }: OwnSubscription): boolean {
  return state === 'active' && next.length === 0 && !isDelivered(ways, destination)
}

/** Returns the name of what comes, which is no coffee if the roaster chooses one. */
export function coffeeName({ product, roastersChoice, kind }: OwnSubscription): string {
  return roastersChoice ? roastersChoiceText(kind, product.weight ?? null) : product.name
}

export function movedText({ next: [first] }: OwnSubscription): string {
  return first ? words.movedTo(weekdayText(first.promise.roastOn)) : words.moved
}

/** Says when the next delivery comes with another rhythm, which moves only those after it. */
export function rhythmText({ next: [first], ...before }: OwnSubscription, everyWeeks: number) {
  if (!first || everyWeeks === before.everyWeeks) return undefined
  return words.nextThen(weekdayText(first.promise.roastOn), words.every(everyWeeks))
}

/** Says that a subscription was changed, and when its next delivery is roasted. */
export function changedText(after: OwnSubscription): string {
  return after.next.length > 0 ? `${words.swapped} ${movedText(after)}` : words.swapped
}

/** Says from which delivery on a subscription goes to another address. */
export function redirectedText({ next: [first] }: OwnSubscription): string {
  return first ? words.redirected(weekdayText(first.promise.roastOn)) : words.swapped
}

export type ActionDialogProps = {
  /** The token of the mailed link, or '' for a customer who is logged in. */
  token: string
  subscription: OwnSubscription
  data: OwnSubscriptions
  change: ReturnType<typeof useChange>['change']
  onClose: () => void
}
