import { Type } from 'typebox'
import type { Static } from 'typebox'
import { exact, NOT_BLANK, oneOf } from '../fields.ts'
import { Country } from './settings.ts'
import {
  brewingStyles,
  coffeeKinds,
  MAX_BREWS,
  MAX_NOTES,
  MAX_ORIGINS,
  MAX_ROAST,
} from '../values/facts/choices.ts'

/* The schemas of what an owner says about a coffee. Every fact is optional, and pages leave out what is not said. */

/** A short text, such as the name of a region or a tasting note. */
const Word = Type.String({ minLength: 1, maxLength: 80, pattern: NOT_BLANK })

const Metres = Type.Integer({ minimum: 0, maximum: 5000 })

/**
 * Where a coffee, or a part of a blend, was grown. `producer` is the farm, the cooperative or the washing station. The
 * altitudes are in metres, and `share` is the part of the blend in percent.
 */
export const Origin = exact({
  country: Type.Optional(Country),
  region: Type.Optional(Word),
  producer: Type.Optional(Word),
  varieties: Type.Optional(Type.Array(Word, { maxItems: 8 })),
  process: Type.Optional(Word),
  altitudeFrom: Type.Optional(Metres),
  altitudeTo: Type.Optional(Metres),
  harvest: Type.Optional(Word),
  share: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

/** One row of a brew guide. The water of an espresso is what ends up in the cup. */
export const Brew = exact({
  method: Word,
  doseGrams: Type.Number({ minimum: 1, maximum: 1000 }),
  waterGrams: Type.Integer({ minimum: 1, maximum: 10_000 }),
  celsius: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  grind: Type.Optional(Word),
  seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 200_000 })),
})

/** `roast` is from 1 (very light) to 5 (dark). `notes` are what the coffee tastes of, the strongest first. */
export const CoffeeFacts = exact({
  kind: Type.Optional(oneOf(coffeeKinds)),
  suitedFor: Type.Optional(oneOf(brewingStyles)),
  roast: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROAST })),
  notes: Type.Optional(Type.Array(Word, { maxItems: MAX_NOTES, uniqueItems: true })),
  origins: Type.Optional(Type.Array(Origin, { maxItems: MAX_ORIGINS })),
  certificates: Type.Optional(Type.Array(Word, { maxItems: 10, uniqueItems: true })),
  brews: Type.Optional(Type.Array(Brew, { maxItems: MAX_BREWS })),
})

export type Origin = Static<typeof Origin>
export type Brew = Static<typeof Brew>
export type CoffeeFacts = Static<typeof CoffeeFacts>
