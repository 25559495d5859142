import { useId } from 'react'
import type { MouseEvent } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { orderStateNames } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { Mark } from '../marks/marks.tsx'
import { texts, words } from '../texts.ts'
import { deliveryOf, nextState } from './delivery-steps.ts'
import { useMoveItem } from './use-move-item.ts'
import './delivery.css'

/**
 * A button that shows the delivery state of an ordered item. A click moves the item to the next state, for example from
 * Packed to Sent. For an unpaid item the button is disabled. An item that was refunded has no button.
 */
export function DeliveryButton({ item }: { item: OrderedProduct }) {
  const state = deliveryOf(item)
  if (item.refunded)
    return (
      <span>
        <Mark good={false}>{orderStateNames.refunded}</Mark>
      </span>
    )
  return state === null ? (
    <UnpaidButton rowId={rowFocusId(item._id)} />
  ) : (
    <MoveButton item={item} state={state} />
  )
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
        {texts.delivery}
      </button>
      <span id={reason} hidden>
        {words.onlyPaid}
      </span>
    </>
  )
}

/**
 * The delivery button of a paid item. In the last state it is `aria-disabled` but not `disabled`, because a disabled
 * button would lose the focus.
 */
function MoveButton({ item, state }: { item: OrderedProduct; state: DeliveryState }) {
  const { moving, move } = useMoveItem()
  const next = nextState(state)
  function onClick({ detail }: MouseEvent): void {
    // Ignores the second click of a double click, which would move the item one state too far.
    if (next && !moving && detail < 2) move({ item, from: state, to: next })
  }
  return (
    <button
      type="button"
      className={`${buttonClasses('quiet')} delivery`}
      data-state={state}
      aria-describedby={rowFocusId(item._id)}
      aria-disabled={next === null || moving || undefined}
      onClick={onClick}
    >
      {state}
      {next && <NextState state={next} />}
    </button>
  )
}

function NextState({ state }: { state: DeliveryState }) {
  return (
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
      <span className="font-normal">{state}</span>
    </>
  )
}
