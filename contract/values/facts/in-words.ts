import type { CoffeeFacts, Origin } from '../../selling/coffee-facts.ts'
import { countryName } from '../countries.ts'
import { withCommas } from '../money.ts'
import { KIND_WORDS, ROAST_WORDS, STYLE_WORDS } from './choices.ts'

/** Stands between facts. A line can end with it, but does not begin with it. */
const DOT = '\u00a0· '

/** A fact as customers read it. `roast` is set for the roast level, which is also shown as dots. */
export type FactRow = { name: string; value: string; roast?: number }

/** Returns the facts of a coffee in the order in which the page lists them, without those that are not said. */
export function factRows({ kind, suitedFor, roast, origins = [], certificates }: CoffeeFacts): FactRow[] {
  const grown = origins.length > 1 ? blend(origins) : origins.flatMap(onlyOrigin)
  return [
    ...row('Kind', kind && KIND_WORDS[kind]),
    ...grown,
    ...row('Roast', roast && ROAST_WORDS[roast - 1]).map((fact) => ({ ...fact, roast: roast ?? 0 })),
    ...row('Good for', suitedFor && STYLE_WORDS[suitedFor]),
    ...row('Certificates', certificates?.join(', ')),
  ]
}

/** The line of a card counts more countries than this, and leaves out more processes. */
const MAX_IN_LINE = 2

/** Returns the countries, the processes and the roast in one line, such as `Ethiopia · Washed · Light`, or ''. */
export function factsLine({ origins = [], roast }: CoffeeFacts): string {
  const countries = unique(origins.map(({ country }) => country && countryName(country)))
  const processes = unique(origins.map(({ process }) => process))
  const places = countries.length > MAX_IN_LINE ? `${countries.length} countries` : countries.join(', ')
  const washed = processes.length > MAX_IN_LINE ? '' : processes.join(', ')
  const parts = [places, washed, roast === undefined ? '' : ROAST_WORDS[roast - 1]]
  return parts.filter(Boolean).join(DOT)
}

function onlyOrigin(origin: Origin): FactRow[] {
  const { country, region, producer, process, varieties, harvest } = origin
  const place = [region, country && countryName(country)].filter(Boolean).join(', ')
  return [
    ...row('Origin', place),
    ...row('Grown by', producer),
    ...row('Process', process),
    ...row('Altitude', altitude(origin)),
    ...row('Variety', varieties?.join(', ')),
    ...row('Harvest', harvest),
  ]
}

/** A blend has one row for each of its parts. If nothing more is said of them, one row lists the parts. */
function blend(origins: Origin[]): FactRow[] {
  const parts = origins.map((origin) => ({ name: partName(origin), value: partDetails(origin) }))
  const hasDetails = parts.some(({ value }) => value !== '')
  if (!hasDetails) return row('Origins', parts.map(({ name }) => name).join('; '))
  return parts.map(({ name, value }) => (value === '' ? { name: 'Origin', value: name } : { name, value }))
}

function partName({ country, share }: Origin): string {
  return [country ? countryName(country) : 'Origin', share && `${share}\u00a0%`].filter(Boolean).join(', ')
}

function partDetails(origin: Origin): string {
  const { region, producer, process, varieties = [], harvest } = origin
  return [region, producer, process, varieties.join(', '), altitude(origin), harvest]
    .filter(Boolean)
    .join(DOT)
}

function altitude({ altitudeFrom, altitudeTo }: Origin): string {
  const metres = unique([altitudeFrom, altitudeTo].map((each) => each && withCommas(each)))
  return metres.length === 0 ? '' : `${metres.join(' to ')}\u00a0m`
}

function row(name: string, value: string | number | undefined): FactRow[] {
  return value ? [{ name, value: String(value) }] : []
}

function unique(values: (string | number | undefined)[]): string[] {
  return [...new Set(values.filter(Boolean).map(String))]
}
