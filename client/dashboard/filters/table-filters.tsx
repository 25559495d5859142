import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { words } from '../texts.ts'
import { DeliveryFilter, PaymentFilter } from './choice-filters.tsx'
import { DayFilters } from './day-filters.tsx'
import type { FilterName, TableState } from './table-state.ts'
import type { ChangeTable } from './use-table-state.ts'

type TableFiltersProps<S extends string> = {
  filters: readonly FilterName[]
  state: TableState<S>
  change: ChangeTable<S>
  nameLabel: string
  /** What else stands in the bar. */
  children?: ReactNode
}

/** What a table is filtered by, kept in the address. */
export function TableFilters<S extends string>({ filters, state, change, nameLabel, children }: TableFiltersProps<S>) {
  const hint = useId()
  return (
    <search className="filters">
      <TextFilter
        label={words.email}
        hint={hint}
        value={state.email}
        onChange={(email, replace) => change({ email }, { replace })}
      />
      <TextFilter
        label={nameLabel}
        hint={hint}
        value={state.name}
        onChange={(name, replace) => change({ name }, { replace })}
      />
      {filters.includes('payment') && (
        <PaymentFilter value={state.payment} onChange={(payment) => change({ payment })} />
      )}
      {filters.includes('delivery') && (
        <DeliveryFilter value={state.delivery} onChange={(delivery) => change({ delivery })} />
      )}
      {filters.includes('from') && <DayFilters from={state.from} to={state.to} onChange={change} />}
      {children}
      <p id={hint} className="hint">
        {words.filterHint} {filters.includes('from') && words.daysHint}
      </p>
    </search>
  )
}

type TextFilterProps = {
  label: string
  hint: string
  value: string
  /** `replace` says that this follows another change of the same visit. */
  onChange: (value: string, replace: boolean) => void
}

/** How long to wait for the next letter, in ms. */
const PATIENCE = 300

function TextFilter({ label, hint, value, onChange }: TextFilterProps) {
  const [draft, setDraft] = useState(value)
  const latest = useRef(onChange)
  const visited = useRef(false)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    setDraft((typed) => (typed.trim() === value ? typed : value))
  }, [value])
  useEffect(() => {
    if (draft.trim() === value) return undefined
    const timer = setTimeout(() => {
      latest.current(draft.trim(), visited.current)
      visited.current = true
    }, PATIENCE)
    return () => clearTimeout(timer)
    // A change of the address alone is no reason to write it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft])
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="search"
        className="input"
        value={draft}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={hint}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={() => {
          visited.current = false
        }}
      />
    </label>
  )
}
