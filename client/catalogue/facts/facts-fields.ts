import type { Brew, CoffeeFacts, Origin } from '#contract/selling/coffee-facts.ts'
import { brewingStyles, coffeeKinds } from '#contract/values/facts/choices.ts'

/* The facts of a coffee as the form has them: every value is the text that was typed, or '' if nothing was. */

const ORIGIN_KEYS = [
  'country',
  'region',
  'producer',
  'process',
  'varieties',
  'altitudeFrom',
  'altitudeTo',
  'harvest',
  'share',
] as const
const BREW_KEYS = ['method', 'doseGrams', 'waterGrams', 'celsius', 'grind', 'seconds'] as const

export type OriginFields = Record<(typeof ORIGIN_KEYS)[number], string>
export type BrewFields = Record<(typeof BREW_KEYS)[number], string>

/** `certificates`, and the `varieties` of an origin, are separated by commas. */
export type FactsFields = {
  kind: string
  suitedFor: string
  roast: string
  notes: string[]
  origins: OriginFields[]
  certificates: string
  brews: BrewFields[]
}

/**
 * The props of a part of the form's section for facts. `problemOf` returns what is wrong with a field, such as
 * `origins.0.share`.
 */
export type FactsPart = {
  facts: FactsFields
  onChange: (changed: Partial<FactsFields>) => void
  problemOf: (field: string) => string | undefined
}

export const NO_ORIGIN = empty(ORIGIN_KEYS)
export const NO_BREW = empty(BREW_KEYS)
export const NO_FACTS: FactsFields = {
  kind: '',
  suitedFor: '',
  roast: '',
  notes: [],
  origins: [],
  certificates: '',
  brews: [],
}

export function factsFields(facts: CoffeeFacts = {}): FactsFields {
  const { kind = '', suitedFor = '', roast, notes = [], origins = [], certificates = [], brews = [] } = facts
  return {
    kind,
    suitedFor,
    roast: String(roast ?? ''),
    notes,
    origins: origins.map((origin) => ({
      ...texts(NO_ORIGIN, origin),
      varieties: (origin.varieties ?? []).join(', '),
    })),
    certificates: certificates.join(', '),
    brews: brews.map((brew) => ({ ...texts(NO_BREW, brew), seconds: timeText(brew.seconds) })),
  }
}

/** Returns the facts of a form without problems. Rows in which nothing is typed are left out. */
export function factsBody(fields: FactsFields): CoffeeFacts {
  const notes = unique(fields.notes)
  const certificates = unique(fields.certificates.split(','))
  const origins = fields.origins.filter(isTyped).map(originOf)
  const brews = fields.brews.filter(isTyped).map(brewOf)
  return said<CoffeeFacts>({
    kind: coffeeKinds.find((kind) => kind === fields.kind),
    suitedFor: brewingStyles.find((style) => style === fields.suitedFor),
    roast: numberIn(fields.roast),
    notes: unlessEmpty(notes),
    origins: unlessEmpty(origins),
    certificates: unlessEmpty(certificates),
    brews: unlessEmpty(brews),
  })
}

export function isTyped(row: Record<string, string>): boolean {
  return Object.values(row).some((text) => text.trim() !== '')
}

/** Returns the words between the commas of a text, each once. */
export function unique(words: string[]): string[] {
  return [...new Set(words.map((word) => word.trim()))].filter((word) => word !== '')
}

/** Returns a time such as `2:30`, or `16:00:00` with hours, in seconds. Returns null if the text is no time. */
export function secondsIn(text: string): number | null {
  const [, hours = '0', minutes = '', seconds = ''] =
    /^(?:(\d{1,2}):)?(\d{1,2}):(\d\d)$/.exec(text.trim()) ?? []
  if (minutes === '' || Number(seconds) >= 60) return null
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
}

function timeText(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const end = `:${String(seconds % 60).padStart(2, '0')}`
  return hours === 0 ? `${minutes}${end}` : `${hours}:${String(minutes).padStart(2, '0')}${end}`
}

function originOf(typed: OriginFields): Origin {
  return said<Origin>({
    country: textIn(typed.country),
    region: textIn(typed.region),
    producer: textIn(typed.producer),
    varieties: unlessEmpty(unique(typed.varieties.split(','))),
    process: textIn(typed.process),
    altitudeFrom: numberIn(typed.altitudeFrom),
    altitudeTo: numberIn(typed.altitudeTo),
    harvest: textIn(typed.harvest),
    share: numberIn(typed.share),
  })
}

function brewOf(typed: BrewFields): Brew {
  return said<Brew>({
    method: typed.method.trim(),
    doseGrams: numberIn(typed.doseGrams),
    waterGrams: numberIn(typed.waterGrams),
    celsius: numberIn(typed.celsius),
    grind: textIn(typed.grind),
    seconds: secondsIn(typed.seconds) ?? undefined,
  })
}

function textIn(text: string): string | undefined {
  return text.trim() || undefined
}

/** People type a decimal point or a decimal comma. */
function numberIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text.trim().replace(',', '.'))
}

function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list
}

/** Leaves out the properties that are undefined. The caller has checked that those which must be there are. */
function said<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  // cast: `Object.fromEntries` does not keep the names and types of the properties.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}

function empty<K extends string>(keys: readonly K[]): Record<K, string> {
  // cast: `Object.fromEntries` does not keep the names of the keys.
  return Object.fromEntries(keys.map((key) => [key, ''])) as Record<K, string>
}

/** Returns the values with the names of `names` as text. */
function texts<K extends string>(names: Record<K, string>, values: object): Record<K, string> {
  const known = new Map<string, unknown>(Object.entries(values))
  // cast: as in `empty`.
  return Object.fromEntries(
    Object.keys(names).map((name) => [name, String(known.get(name) ?? '')]),
  ) as Record<K, string>
}
