import { useId } from 'react'
import type { MouseEvent } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { orderStateText } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { Mark } from '../marks/marks.tsx'
import { specTexts, words } from '../texts.ts'
import { deliveryName, deliveryOf, nextState, useMoveItems } from './move-items.ts'
import './delivery.css'

type DeliveryButtonProps = {
  item: OrderedProduct
  /** True if the item is in an order that the customer picks up. */
  isPickup?: boolean
}

/**
 * A button that shows the delivery state of an ordered item. A click moves the item to the next state, for example from
 * Packed to Sent. For an unpaid item the button is disabled. An item that was refunded, or is a gift, has no button.
 */
export function DeliveryButton({ item, isPickup = false }: DeliveryButtonProps) {
  const state = deliveryOf(item)
  const { refunded, gift, payment } = item
  if (refunded || (gift && payment))
    return (
      <span>
        <Mark good={false}>{orderStateText({ state: refunded ? 'refunded' : 'delivered', gift })}</Mark>
      </span>
    )
  if (state === null) return <UnpaidButton rowId={rowFocusId(item._id)} />
  return <MoveButton item={item} state={state} isPickup={isPickup} />
}

function UnpaidButton({ rowId }: { rowId: string }) {
  const reason = useId()
  return (
    <>
      <button
        type="button"
        disabled
        className={`${buttonClasses('quiet')} delivery`}
        aria-describedby={`${reason} ${rowId}`}
        title={words.onlyPaid}
      >
        {specTexts.delivery}
      </button>
      <span id={reason} hidden>
        {words.onlyPaid}
      </span>
    </>
  )
}

type MoveButtonProps = { item: OrderedProduct; state: DeliveryState; isPickup: boolean }

/**
 * The delivery button of a paid item. While the item is moved, the button shows its new state. In the last state it is
 * `aria-disabled` but not `disabled`, because a disabled button would lose the focus.
 */
function MoveButton({ item, state, isPickup }: MoveButtonProps) {
  const { mutate, isPending } = useMoveItems()
  const next = nextState(item)
  const shown = isPending && next ? next : state
  const after = nextState({ ...item, delivery: shown })
  function onClick({ detail }: MouseEvent): void {
    // Ignores the second click of a double click, which would move the item one state too far.
    if (next && !isPending && detail < 2) mutate([item])
  }
  return (
    <button
      type="button"
      className={`${buttonClasses('quiet')} delivery`}
      data-state={shown}
      aria-describedby={rowFocusId(item._id)}
      aria-disabled={next === null || isPending || undefined}
      onClick={onClick}
    >
      {deliveryName(shown, isPickup)}
      {after && (
        <>
          <span className="sr-only">{words.moveOn}</span>
          <Icon
            path="M1 6h16M12.5 1.5L17 6l-4.5 4.5"
            viewBox="0 0 20 12"
            strokeWidth={1.6}
            strokeLinecap="butt"
            strokeLinejoin="miter"
            className="w-4.5"
          />
          <span className="font-normal">{deliveryName(after, isPickup)}</span>
        </>
      )}
    </button>
  )
}
