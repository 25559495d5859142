import { carrierCodes, carriers } from '#contract/values/orders/carriers.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { OptionField } from '#client/ui/fields.tsx'
import { keepCarrier } from './last-carrier.ts'
import { words } from './texts.ts'

const CARRIERS = carrierCodes.map((value) => ({
  value,
  text: value === 'own' ? words.ownCarrier : carriers[value].name,
}))

type Code = EnteredTracking['carrier']

/** The carrier of tracking numbers. The browser remembers it. */
export function CarrierField({
  label,
  value,
  onChoose,
}: {
  label: string
  value: Code
  onChoose: (carrier: Code) => void
}) {
  function choose(chosen: string): void {
    const carrier = carrierCodes.find((code) => code === chosen) ?? 'own'
    keepCarrier(carrier)
    onChoose(carrier)
  }
  return (
    <OptionField
      label={label}
      options={CARRIERS}
      value={value}
      onChange={({ target }) => choose(target.value)}
    />
  )
}
