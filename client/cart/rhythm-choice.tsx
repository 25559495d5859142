import {
  readRhythm,
  RHYTHM_OPTIONS,
  useRoastersChoice,
  useSubscriptionOffer,
} from '#client/ui/subscriptions/subscription-offer.ts'
import type { SubscriptionChoice } from '#client/guests/guest-cart.ts'
import { CheckField, OptionField } from '#client/ui/fields.tsx'
import { rowState } from './row-state.ts'
import type { CartRow } from './row-state.ts'
import { words } from './texts.ts'

type RhythmChoiceProps = {
  row: CartRow
  onRhythm: (row: CartRow, choice: SubscriptionChoice) => void
}

/**
 * The choice how often the coffee of a row comes, and whether the roaster chooses what comes after it. If the shop offers no
 * subscriptions any more, a row that comes again says so and can only be changed to once.
 */
export function RhythmChoice({ row, onRhythm }: RhythmChoiceProps) {
  const offer = useSubscriptionOffer()
  const { everyWeeks, roastersChoice, productName } = row.first
  if ((!offer && everyWeeks === undefined) || rowState(row.first) === 'removed') return null
  const percentOff = offer?.percentOff ?? 0
  const own = String(everyWeeks ?? '')
  return (
    <>
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
        onChange={({ target }) => {
          const rhythm = readRhythm(target.value)
          onRhythm(row, { everyWeeks: rhythm, roastersChoice: rhythm && roastersChoice })
        }}
      />
      {offer && everyWeeks !== undefined && <RoastersChoice {...{ row, onRhythm }} />}
    </>
  )
}

/** A checkbox, if there is a coffee from which the roaster can choose, or if the row says so although there is none any more. */
function RoastersChoice({ row, onRhythm }: RhythmChoiceProps) {
  const { everyWeeks, roastersChoice = false, productName, productId = '' } = row.first
  const kind = useRoastersChoice(productId, true)
  if (typeof kind !== 'string' && !roastersChoice) return null
  return (
    <CheckField
      label={words.roastersChoice}
      aria-label={words.roastersChoiceOf(productName)}
      checked={roastersChoice}
      error={kind === null ? words.noneToChoose : undefined}
      onChange={({ target }) => onRhythm(row, { everyWeeks, roastersChoice: target.checked || undefined })}
    />
  )
}
