import { useEffect, useRef, useState } from 'react'
import { isDay, MAX_LETTERS } from '../table/table-state.ts'
import { words } from '../texts.ts'

/** How long to wait after the last key press before a filter is applied, in ms. */
const TYPING_PAUSE = 300

type TypedFilterProps = {
  label: string
  /** The id of the element that describes the field. */
  hint: string
  value: string
  /**
   * Called with the new value of the filter. `replace` is true if an earlier change has already added a history entry
   * since the field got the focus. The new value should then replace that entry.
   */
  onChange: (value: string, replace: boolean) => void
}

/** A text field for a filter. The filter finds rows whose text begins with the typed letters. */
export function TextFilter({ label, hint, value, onChange }: TypedFilterProps) {
  const { draft, setDraft, startVisit } = useTypedFilter({ value, parse: (text) => text.trim(), onChange })
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="search"
        className="input"
        value={draft}
        maxLength={MAX_LETTERS}
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
  /** The id of the element that describes both fields. */
  hint: string
  onChange: (days: { from?: string; to?: string }, options: { replace: boolean }) => void
}

/** Two date fields for the first and the last day of the rows to show, in the time zone of the shop. Each field can be empty. */
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

/**
 * Returns the text if it is empty or a day that the server accepts, otherwise null. For example, a date field contains
 * 0202-11-20 while the user types the year 2026.
 */
function parseDay(text: string): string | null {
  return text === '' || isDay(text) ? text : null
}

type TypedFilter = Pick<TypedFilterProps, 'value' | 'onChange'> & {
  /** Converts the text in the field to the value of the filter. Returns null while the text is incomplete. */
  parse: (text: string) => string | null
}

/**
 * Keeps the text of a filter's field while the user types. The filter is applied when no key was pressed for
 * `TYPING_PAUSE`. All changes share one history entry until the field gets the focus again.
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
    // `value` is left out of the dependencies. Otherwise, after the Back button has changed `value`, this effect
    // would apply the text in the field again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft])
  function startVisit(): void {
    hasEntry.current = false
  }
  return { draft, setDraft, startVisit }
}
