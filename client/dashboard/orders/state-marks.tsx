import type { FullOrder } from '#contract/orders.ts'
import { orderMarkNames, orderStateNames } from '#contract/values/states.ts'
import { Mark } from '../marks/marks.tsx'

/** Shows the state of an order, and whether the customer has withdrawn from it. */
export function StateMarks({ order }: { order: Pick<FullOrder, 'state' | 'withdrawnAt'> }) {
  const { state, withdrawnAt } = order
  return (
    <span className="marks">
      <Mark good={state === 'delivered'}>{orderStateNames[state]}</Mark>
      {withdrawnAt !== undefined && <Mark good={false}>{orderMarkNames.withdrawn}</Mark>}
    </span>
  )
}
