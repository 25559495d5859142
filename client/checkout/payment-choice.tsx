import type { PaymentChoice as Payment } from '#contract/selling/checkout.ts'
import { Choice, Choices } from './delivery-choice.tsx'
import { words } from './texts.ts'

type PaymentChoiceProps = {
  payments: readonly Payment[]
  /** Why the order cannot be paid in other ways. */
  notes: readonly string[]
  way: Payment['way']
  /** What a transfer means, if that is not what it means for an order that is delivered. */
  transferMore?: string
  onChoose: (way: Payment['way']) => void
}

/** The ways to pay with what each of them means. If there is only one, it is chosen. */
export function PaymentChoice({ payments, notes, way, transferMore, onChoose }: PaymentChoiceProps) {
  return (
    <Choices legend={words.payment}>
      {payments.map((one) => (
        <Choice key={one.way} name="payment" checked={one.way === way} onChoose={() => onChoose(one.way)}>
          <span className="font-semibold">{words.ways[one.way]}</span>
          <span className="small block">
            {(one.way === 'transfer' && transferMore) || words.waysMore[one.way]}
          </span>
          {one.note && one.way !== 'transfer' && (
            <span className="small block whitespace-pre-line">{one.note}</span>
          )}
        </Choice>
      ))}
      {notes.map((note) => (
        <p key={note} className="small">
          {note}
        </p>
      ))}
    </Choices>
  )
}
