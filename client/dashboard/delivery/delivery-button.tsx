import { useId } from 'react'
import type { MouseEvent } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { look } from '#client/ui/button.tsx'
import { rowNameId } from '../table/row-name.ts'
import { texts, words } from '../texts.ts'
import './delivery.css'
import { deliveryOf, nextStep } from './delivery-steps.ts'
import { useMoveDelivery } from './use-move-delivery.ts'

/** Where an item is, and moves it on. It keeps the focus also when there is nothing more to do. */
export function DeliveryButton({ item }: { item: OrderedProduct }) {
  const state = deliveryOf(item)
  return state === null ? <NotPaid name={rowNameId(item._id)} /> : <Step item={item} state={state} />
}

function NotPaid({ name }: { name: string }) {
  const reason = useId()
  return (
    <>
      <button
        type="button"
        disabled
        className={`${look('quiet')} delivery`}
        aria-describedby={`${reason} ${name}`}
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

function Step({ item, state }: { item: OrderedProduct; state: DeliveryState }) {
  const { moving, move } = useMoveDelivery()
  const next = nextStep(state)
  function click({ detail }: MouseEvent) {
    // The second click of a double click would move it on once more.
    if (next && !moving && detail < 2) move({ item, from: state, to: next })
  }
  return (
    <button
      type="button"
      className={`${look('quiet')} delivery`}
      data-state={state}
      aria-describedby={rowNameId(item._id)}
      aria-disabled={next === null || moving || undefined}
      onClick={click}
    >
      {state}
      {next && <Next state={next} />}
    </button>
  )
}

function Next({ state }: { state: DeliveryState }) {
  return (
    <>
      <span className="sr-only">{words.moveOn}</span>
      <svg viewBox="0 0 20 12" aria-hidden="true">
        <path d="M1 6h16M12.5 1.5L17 6l-4.5 4.5" />
      </svg>
      <span className="next">{state}</span>
    </>
  )
}
