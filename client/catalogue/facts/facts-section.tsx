import { useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController } from 'react-hook-form'
import { usePageState } from '#client/lib/page-state.ts'
import type { EntryFormState } from '../forms/use-entry-form.ts'
import { BrewRows } from './brew-rows.tsx'
import { NO_FACTS } from './facts-fields.ts'
import type { FactsFields } from './facts-fields.ts'
import { factsProblems } from './facts-problems.ts'
import { GeneralFacts } from './general-facts.tsx'
import { LikeTheLast } from './like-the-last.tsx'
import { MorePictures } from './more-pictures.tsx'
import { OriginRows } from './origin-rows.tsx'
import { words } from './texts.ts'

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
