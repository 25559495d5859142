import {
  readRhythm,
  RHYTHM_OPTIONS,
  useSubscriptionOffer,
} from '#client/ui/subscriptions/subscription-offer.ts'
import { OptionField } from '#client/ui/fields.tsx'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import { rowState } from './row-state.ts'
import type { CartRow } from './row-state.ts'
import { words } from './texts.ts'

type RhythmChoiceProps = {
  row: CartRow
  onRhythm: (row: CartRow, everyWeeks: Rhythm | undefined) => void
}

/**
 * The choice how often the coffee of a row comes. If the shop offers no subscriptions any more, a row that comes again says so
 * and can only be changed to once.
 */
export function RhythmChoice({ row, onRhythm }: RhythmChoiceProps) {
  const offer = useSubscriptionOffer()
  const { everyWeeks, productName } = row.first
  if ((!offer && everyWeeks === undefined) || rowState(row.first) === 'removed') return null
  const percentOff = offer?.percentOff ?? 0
  const own = String(everyWeeks ?? '')
  return (
    <OptionField
      label={words.howOften}
      aria-label={words.howOftenOf(productName)}
      options={RHYTHM_OPTIONS.filter(({ value }) => offer || value === '' || value === own).map(
        ({ value, text }) => ({
          value,
          text: value === '' || percentOff === 0 ? text : words.cheaper(text, percentOff),
        }),
      )}
      error={offer === null ? words.onlyOnce : undefined}
      value={own}
      onChange={({ target }) => onRhythm(row, readRhythm(target.value))}
    />
  )
}
