import { useState } from 'react'
import { words } from '../texts.ts'
import { isDay } from './table-state.ts'

type DayFiltersProps = { from: string; to: string; onChange: (days: { from?: string; to?: string }) => void }

/** The first and the last day that a table shows, in UTC; either can be left open. */
export function DayFilters({ from, to, onChange }: DayFiltersProps) {
  return (
    <>
      <DayFilter label={words.from} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayFilter label={words.to} value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </>
  )
}

type DayFilterProps = { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void }

function DayFilter({ label, value, min, max, onChange }: DayFilterProps) {
  // While a year is typed, the field holds days such as 0202-11-20, which filter nothing yet.
  const [shown, setShown] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setShown(value)
  }
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="date"
        className="input"
        value={shown}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => {
          setShown(target.value)
          if (target.value === '' || isDay(target.value)) onChange(target.value)
        }}
      />
    </label>
  )
}
