import type { LotCorrection, NewLot } from '#contract/orders/lots.ts'
import { newId } from '#server/platform/clock.ts'

/** Returns 8 kg of a coffee that were roasted on a day long ago. `given` replaces some of the properties. */
export function newLot(coffee: string, given: Partial<NewLot> = {}): NewLot {
  return {
    coffee,
    name: newId(),
    roastedOn: '2026-01-02',
    greenGrams: 10_000,
    roastedGrams: 8000,
    supplier: '',
    dueDiligence: '',
    note: '',
    requestId: newId(),
    ...given,
  }
}

/** Returns the same lot as it is sent to correct it. */
export function lotCorrection(): LotCorrection {
  const { coffee: _coffee, requestId: _requestId, ...fields } = newLot('')
  return { ...fields, isUsedUp: false }
}
