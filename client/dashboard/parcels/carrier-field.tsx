import { carrierCodes, carriers } from '#contract/values/orders/carriers.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { tryStorage } from '#client/lib/try-storage.ts'
import { OptionField } from '#client/ui/fields.tsx'
import { words } from './texts.ts'

const CARRIERS = carrierCodes.map((value) => ({
  value,
  text: value === 'own' ? words.ownCarrier : carriers[value].name,
}))

type Code = EnteredTracking['carrier']

/** The name of the entry in the browser's storage: the carrier that was chosen last. */
const KEY = 'carrier'

export function lastCarrier(): Code {
  return carrierOf(tryStorage(() => localStorage.getItem(KEY)))
}

function carrierOf(text: string | null | undefined): Code {
  return carrierCodes.find((code) => code === text) ?? 'own'
}

type CarrierFieldProps = { label: string; value: Code; onChoose: (carrier: Code) => void }

/** The carrier of tracking numbers. The browser remembers it, because most shops send with one. */
export function CarrierField({ label, value, onChoose }: CarrierFieldProps) {
  function choose(chosen: string): void {
    tryStorage(() => localStorage.setItem(KEY, chosen))
    onChoose(carrierOf(chosen))
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
