import { useEffect, useRef, useState } from 'react'
import { words } from '../texts.ts'
import { isDay, MOST_LETTERS } from './table-state.ts'

/** How long to wait after the last key before the value changes, in ms. */
const TYPING_PAUSE = 300

type TypedFilterProps = {
  label: string
  /** The id of the text that describes the field. */
  hint: string
  value: string
  /** `replace` is true if the history already has an entry for this visit to the field. */
  onChange: (value: string, replace: boolean) => void
}

/** A filter that finds texts by their beginning. */
export function TextFilter({ label, hint, value, onChange }: TypedFilterProps) {
  const { draft, setDraft, startVisit } = useTypedFilter({ value, parse: (text) => text.trim(), onChange })
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="search"
        className="input"
        value={draft}
        maxLength={MOST_LETTERS}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={hint}
        onChange={({ target }) => setDraft(target.value)}
        onFocus={startVisit}
      />
    </label>
  )
}

type DayFiltersProps = {
  from: string
  to: string
  /** The id of the text that describes both fields. */
  hint: string
  onChange: (days: { from?: string; to?: string }, options: { replace: boolean }) => void
}

/** The first and the last day of the rows, in UTC. Each can be empty. */
export function DayFilters({ from, to, hint, onChange }: DayFiltersProps) {
  return (
    <>
      <DayFilter
        label={words.fromDay}
        hint={hint}
        value={from}
        max={to}
        onChange={(day, replace) => onChange({ from: day }, { replace })}
      />
      <DayFilter
        label={words.toDay}
        hint={hint}
        value={to}
        min={from}
        onChange={(day, replace) => onChange({ to: day }, { replace })}
      />
    </>
  )
}

type DayFilterProps = TypedFilterProps & { min?: string; max?: string }

function DayFilter({ label, hint, value, min, max, onChange }: DayFilterProps) {
  const { draft, setDraft, startVisit } = useTypedFilter({ value, parse: parseDay, onChange })
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="date"
        className="input"
        value={draft}
        min={min || undefined}
        max={max || undefined}
        aria-describedby={hint}
        onChange={({ target }) => setDraft(target.value)}
        onFocus={startVisit}
      />
    </label>
  )
}

/** Returns null for a day such as 0202-11-20, which a date field holds while its year is typed. */
function parseDay(text: string): string | null {
  return text === '' || isDay(text) ? text : null
}

type TypedFilter = Pick<TypedFilterProps, 'value' | 'onChange'> & {
  /** Returns the value of a text, or null while the text is incomplete. */
  parse: (text: string) => string | null
}

/**
 * Keeps the text of a filter while the user types. The value changes when no key was pressed for `TYPING_PAUSE`. All
 * changes between two visits to the field make one entry in the history.
 */
function useTypedFilter({ value, parse, onChange }: TypedFilter) {
  const [draft, setDraft] = useState(value)
  const latest = useRef({ parse, onChange })
  const hasEntry = useRef(false)
  useEffect(() => {
    latest.current = { parse, onChange }
  })
  useEffect(() => {
    setDraft((typed) => (latest.current.parse(typed) === value ? typed : value))
  }, [value])
  useEffect(() => {
    const typed = latest.current.parse(draft)
    if (typed === null || typed === value) return undefined
    const timer = setTimeout(() => {
      latest.current.onChange(typed, hasEntry.current)
      hasEntry.current = true
    }, TYPING_PAUSE)
    return () => clearTimeout(timer)
    // With `value` as a dependency, a change of the address, such as by the Back button, would be undone here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft])
  function startVisit(): void {
    hasEntry.current = false
  }
  return { draft, setDraft, startVisit }
}
