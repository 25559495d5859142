import { words } from '../texts.ts'
import { isDay } from './table-state.ts'
import { useTypedFilter } from './use-typed-filter.ts'

type DayFiltersProps = {
  from: string
  to: string
  /** The id of the text that describes both fields. */
  hint: string
  onChange: (days: { from?: string; to?: string }, options: { replace: boolean }) => void
}

/** The first and the last day that a table shows, in UTC; either can be left open. */
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

type DayFilterProps = {
  label: string
  hint: string
  value: string
  min?: string
  max?: string
  onChange: (day: string, replace: boolean) => void
}

function DayFilter({ label, hint, value, min, max, onChange }: DayFilterProps) {
  const { draft, setDraft, startVisit } = useTypedFilter({ value, read: readDay, onChange })
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

/** While a year is typed, the field holds days such as 0202-11-20, which are not complete. */
function readDay(text: string): string | null {
  return text === '' || isDay(text) ? text : null
}
