import { carrierCodes } from '#contract/values/orders/carriers.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { tryStorage } from '#client/lib/try-storage.ts'

/** The name of the entry in the browser's storage: the carrier that was chosen last. */
const KEY = 'carrier'

type Code = EnteredTracking['carrier']

/** The browser remembers the carrier, because most shops send with one. */
export function keepCarrier(carrier: Code): void {
  tryStorage(() => localStorage.setItem(KEY, carrier))
}

export function lastCarrier(): Code {
  const kept = tryStorage(() => localStorage.getItem(KEY))
  return carrierCodes.find((code) => code === kept) ?? 'own'
}
