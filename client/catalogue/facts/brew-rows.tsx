import { BREW_METHODS, MAX_BREWS } from '#contract/values/facts/choices.ts'
import { FactRows } from './fact-rows.tsx'
import { NO_BREW } from './facts-fields.ts'
import type { FactsPart } from './facts-fields.ts'
import { words } from './texts.ts'

const COLUMNS = [
  { key: 'method', label: words.method, suggested: BREW_METHODS },
  { key: 'doseGrams', label: words.doseGrams, isNumber: true },
  { key: 'waterGrams', label: words.waterGrams, isNumber: true },
  { key: 'celsius', label: words.celsius, isNumber: true },
  { key: 'grind', label: words.grind },
  { key: 'seconds', label: words.seconds, hint: words.timeHint },
] as const

/** The brew guide of a coffee. */
export function BrewRows({ facts, onChange, problemOf }: FactsPart) {
  return (
    <FactRows
      legend={words.brews}
      columns={COLUMNS}
      rows={facts.brews}
      max={MAX_BREWS}
      blank={NO_BREW}
      names={{ row: words.brew, add: words.addBrew, remove: words.removeBrew }}
      problemOf={(index, key) => problemOf(`brews.${index}.${key}`)}
      onChange={(brews) => onChange({ brews })}
    />
  )
}
