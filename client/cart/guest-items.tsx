import { FewLeft } from '#client/checkout/few-left/few-left.tsx'
import { keptIdOf, useGuestItems } from '#client/checkout/guest/use-guest-items.ts'
import { changeRhythm, isBeingPaid, putItem, useGuestCart } from '#client/guests/guest-cart.ts'
import { useOpenPayment } from '#client/guests/open-payment.ts'
import { LoadError } from '#client/ui/states.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { CartSkeleton, EmptyCart } from './cart-placeholders.tsx'
import { QuantityRows } from './equal-items.tsx'
import { rowsOf, wantedItems } from './row-state.ts'
import type { CartRow } from './row-state.ts'
import { words } from './texts.ts'

/**
 * The cart of a person without an account. The browser keeps it, and the server says what its items cost now and how many
 * are left. While a payment for it can be completed, its items are shown as reserved.
 */
export function GuestItems() {
  const guestCart = useGuestCart()
  const kept = guestCart?.items ?? []
  const cart = useGuestItems(kept)
  const { openId, isUnknown } = useOpenPayment()
  if (cart.isLoadingError) return <LoadError title={words.failed} query={cart} />
  if (kept.length > 0 && (!cart.data || isUnknown)) return <CartSkeleton />

  const counts = new Map(kept.map(({ id, count }) => [id, count]))
  const items = (cart.data ?? [])
    .filter(({ _id }) => counts.has(keptIdOf(_id)))
    .map((item) =>
      openId !== undefined && isBeingPaid(guestCart, keptIdOf(item._id))
        ? { ...item, checking: true as const, paymentId: openId }
        : item,
    )
  const wanted = new Map(rowsOf(items).map(({ _id }) => [_id, counts.get(keptIdOf(_id)) ?? 0]))

  function change({ _id, first }: CartRow, quantity: number) {
    const item = kept.find(({ id }) => id === keptIdOf(_id))
    if (!item) return
    putItem({ ...item, count: quantity })
    if (quantity === 0)
      showUndo(words.removedToast(first.productName), { id: _id, undo: () => putItem(item) })
  }

  return (
    <>
      {items.length === 0 && <EmptyCart />}
      <FewLeft lines={wantedItems(items)} />
      <QuantityRows
        email=""
        {...{ items, wanted }}
        onChange={change}
        onRhythm={({ _id }, choice) => {
          const item = kept.find(({ id }) => id === keptIdOf(_id))
          if (item) changeRhythm(item, choice)
        }}
      />
    </>
  )
}
