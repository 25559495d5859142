import { useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController } from 'react-hook-form'
import { usePageState } from '#client/lib/page-state.ts'
import type { EntryFormState } from '../forms/use-entry-form.ts'
import { NO_BREW, NO_FACTS, NO_ORIGIN } from './facts-fields.ts'
import type { FactsFields, FactsPart } from './facts-fields.ts'
import { factsProblems } from './facts-problems.ts'
import { GeneralFacts } from './general-facts.tsx'
import { LikeTheLast } from './like-the-last.tsx'
import { MorePictures } from './more-pictures.tsx'
import { words } from './texts.ts'
import { BREW_METHODS, MAX_BREWS, MAX_ORIGINS, PROCESSES } from '#contract/values/facts/choices.ts'
import { FactRows } from './fact-rows.tsx'
import { COUNTRIES, countriesByName } from '#contract/values/countries.ts'

/** `id` is that of the entry that the form edits. */
type SectionProps = { state: EntryFormState; id?: string | undefined }

/**
 * The facts and the further pictures of a coffee or of a packet. The section is closed unless something is said, or
 * something is wrong. The form of a demo shop does not have it.
 */
export function FactsSection(props: SectionProps) {
  return usePageState().settings.demo ? null : <Section {...props} />
}

function Section({ state, id }: SectionProps) {
  const { control, defaultValues } = state
  const box = useRef<HTMLDetailsElement>(null)
  const isSaid = (defaultValues?.pictures?.length ?? 0) > 0 || !isBlank(defaultValues?.facts)
  const [isOpen, setIsOpen] = useState(isSaid)
  const { field, fieldState } = useController({
    control,
    name: 'facts',
    rules: { validate: (facts) => factsProblems(facts).size === 0 || words.problem },
  })
  const facts = field.value
  const problems = fieldState.error ? factsProblems(facts) : new Map<string, string>()
  function focusProblem() {
    flushSync(() => setIsOpen(true))
    // The invalid fields are marked when the form has rendered its errors.
    setTimeout(() => {
      const invalid = box.current?.querySelector<HTMLElement>('[aria-invalid]')
      const first = box.current?.querySelector<HTMLElement>('input, select')
      const target = invalid ?? first
      target?.focus()
    })
  }
  useImperativeHandle(field.ref, () => ({ focus: focusProblem }))
  const change = (changed: Partial<FactsFields>) => field.onChange({ ...facts, ...changed })
  const part = { facts, onChange: change, problemOf: (name: string) => problems.get(name) }
  return (
    <details
      ref={box}
      className="facts-form"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{words.section}</summary>
      <p className="small">{words.sectionHint}</p>
      <LikeTheLast id={id} onCopy={field.onChange} />
      {fieldState.error && (
        <p className="field-error" role="alert">
          {fieldState.error.message}
        </p>
      )}
      <GeneralFacts {...part} />
      <OriginRows {...part} />
      <BrewRows {...part} />
      <MorePictures state={state} />
    </details>
  )
}

function isBlank(facts: unknown): boolean {
  return JSON.stringify(facts) === JSON.stringify(NO_FACTS)
}

const BREW_COLUMNS = [
  { key: 'method', label: words.method, suggested: BREW_METHODS },
  { key: 'doseGrams', label: words.doseGrams, isNumber: true },
  { key: 'waterGrams', label: words.waterGrams, isNumber: true },
  { key: 'celsius', label: words.celsius, isNumber: true },
  { key: 'grind', label: words.grind },
  { key: 'seconds', label: words.seconds, hint: words.timeHint },
] as const

function BrewRows({ facts, onChange, problemOf }: FactsPart) {
  return (
    <FactRows
      legend={words.brews}
      columns={BREW_COLUMNS}
      rows={facts.brews}
      max={MAX_BREWS}
      blank={NO_BREW}
      names={{ row: words.brew, add: words.addBrew, remove: words.removeBrew }}
      problemOf={(index, key) => problemOf(`brews.${index}.${key}`)}
      onChange={(brews) => onChange({ brews })}
    />
  )
}

const ORIGIN_COLUMNS = [
  {
    key: 'country',
    label: words.country,
    options: [{ value: '', text: words.notSaid }, ...countriesByName(COUNTRIES)],
  },
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
function OriginRows({ facts, onChange, problemOf }: FactsPart) {
  return (
    <FactRows
      legend={words.origins}
      columns={ORIGIN_COLUMNS}
      rows={facts.origins}
      max={MAX_ORIGINS}
      blank={NO_ORIGIN}
      names={{ row: words.origin, add: words.addOrigin, remove: words.removeOrigin }}
      problemOf={(index, key) => problemOf(`origins.${index}.${key}`)}
      onChange={(origins) => onChange({ origins })}
    />
  )
}
