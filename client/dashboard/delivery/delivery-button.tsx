import { useId } from 'react'
import type { MouseEvent } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { texts, words } from '../texts.ts'
import { deliveryOf, nextState } from './delivery-steps.ts'
import { useMoveItem } from './use-move-item.ts'
import './delivery.css'

/** Shows the delivery state of an item. A click moves the item to the next state. */
export function DeliveryButton({ item }: { item: OrderedProduct }) {
  const state = deliveryOf(item)
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

/** After the last state the button is only `aria-disabled`, because a disabled button would lose the focus. */
function MoveButton({ item, state }: { item: OrderedProduct; state: DeliveryState }) {
  const { moving, move } = useMoveItem()
  const next = nextState(state)
  function onClick({ detail }: MouseEvent): void {
    // The second click of a double click would move the item by a second state.
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
