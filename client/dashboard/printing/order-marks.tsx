import { orderMarkNames } from '#contract/values/states.ts'
import type { OrderMark } from '#contract/values/states.ts'
import { Mark } from '../marks/marks.tsx'

/** Labels for what an admin must know before packing an order, such as that its customer has withdrawn. */
export function OrderMarks({ marks }: { marks?: OrderMark[] | undefined }) {
  return marks?.map((mark) => (
    <span key={mark}>
      {' '}
      <Mark good={false}>{orderMarkNames[mark]}</Mark>
    </span>
  ))
}
