import type { DeliveryState } from '#contract/values/states.ts'
import { STEPS } from '../delivery/delivery-steps.ts'
import { texts, words } from '../texts.ts'
import type { Payment } from './table-state.ts'

type ChoiceProps<C extends string> = { value: C | ''; onChange: (value: C | '') => void }

const PAYMENTS: readonly Payment[] = [texts.paid, texts.notPaid]

export function PaymentFilter(props: ChoiceProps<Payment>) {
  return <Choice label={words.payment} choices={PAYMENTS} {...props} />
}

export function DeliveryFilter(props: ChoiceProps<DeliveryState>) {
  return <Choice label={texts.delivery} choices={STEPS} {...props} />
}

function Choice<C extends string>({
  label,
  choices,
  value,
  onChange,
}: ChoiceProps<C> & { label: string; choices: readonly C[] }) {
  return (
    <label className="filter">
      <span>{label}</span>
      <select
        className="input"
        value={value}
        onChange={({ target }) => onChange(choices.find((choice) => choice === target.value) ?? '')}
      >
        <option value="">{words.all}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  )
}
