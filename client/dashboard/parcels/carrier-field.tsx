import { carrierCodes, carriers } from '#contract/values/orders/carriers.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { OptionField } from '#client/ui/fields.tsx'
import { words } from './texts.ts'

const CARRIERS = carrierCodes.map((value) => ({
  value,
  text: value === 'own' ? words.ownCarrier : carriers[value].name,
}))

type Code = EnteredTracking['carrier']

/** The carrier of tracking numbers. */
export function CarrierField({
  label,
  value,
  onChoose,
}: {
  label: string
  value: Code
  onChoose: (carrier: Code) => void
}) {
  return (
    <OptionField
      label={label}
      options={CARRIERS}
      value={value}
      onChange={({ target }) => onChoose(carrierCodes.find((code) => code === target.value) ?? 'own')}
    />
  )
}
