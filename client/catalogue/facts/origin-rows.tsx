import { MAX_ORIGINS, PROCESSES } from '#contract/values/facts/choices.ts'
import { COUNTRIES, countryName } from '#contract/values/countries.ts'
import { FactRows } from './fact-rows.tsx'
import { NO_ORIGIN } from './facts-fields.ts'
import type { FactsPart } from './facts-fields.ts'
import { words } from './texts.ts'

const countries = COUNTRIES.map((value) => ({ value, text: countryName(value) }))
const sorted = countries.toSorted((a, b) => a.text.localeCompare(b.text, 'en'))

const COLUMNS = [
  { key: 'country', label: words.country, options: [{ value: '', text: words.notSaid }, ...sorted] },
  { key: 'region', label: words.region },
  { key: 'producer', label: words.producer },
  { key: 'process', label: words.process, suggested: PROCESSES },
  { key: 'varieties', label: words.varieties, hint: words.varietiesHint, maxLength: 600 },
  { key: 'altitudeFrom', label: words.altitudeFrom, isNumber: true },
  { key: 'altitudeTo', label: words.altitudeTo, isNumber: true },
  { key: 'harvest', label: words.harvest },
  { key: 'share', label: words.share, isNumber: true },
] as const

/** Where a coffee was grown: one origin, or those of a blend with their shares. */
export function OriginRows({ facts, onChange, problemOf }: FactsPart) {
  return (
    <FactRows
      legend={words.origins}
      columns={COLUMNS}
      rows={facts.origins}
      max={MAX_ORIGINS}
      blank={NO_ORIGIN}
      names={{ row: words.origin, add: words.addOrigin, remove: words.removeOrigin }}
      problemOf={(index, key) => problemOf(`origins.${index}.${key}`)}
      onChange={(origins) => onChange({ origins })}
    />
  )
}
