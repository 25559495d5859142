import { useId } from 'react'
import type { ReactNode } from 'react'
import { words } from '../texts.ts'
import { DeliveryFilter, PaymentFilter } from './choice-filters.tsx'
import { DayFilters } from './day-filters.tsx'
import type { FilterName, TableState } from './table-state.ts'
import type { ChangeTable } from './use-table-state.ts'
import { useTypedFilter } from './use-typed-filter.ts'

type TableFiltersProps<S extends string> = {
  filters: readonly FilterName[]
  state: TableState<S>
  change: ChangeTable<S>
  nameLabel: string
  /** What else stands in the bar. */
  children?: ReactNode
}

/** What a table is filtered by, kept in the address. */
export function TableFilters<S extends string>({
  filters,
  state,
  change,
  nameLabel,
  children,
}: TableFiltersProps<S>) {
  const hint = useId()
  const daysHint = useId()
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
      {filters.includes('from') && (
        <DayFilters from={state.from} to={state.to} hint={daysHint} onChange={change} />
      )}
      {children}
      <p className="hint">
        <span id={hint}>{words.filterHint}</span>{' '}
        {filters.includes('from') && <span id={daysHint}>{words.daysHint}</span>}
      </p>
    </search>
  )
}

type TextFilterProps = {
  label: string
  hint: string
  value: string
  onChange: (value: string, replace: boolean) => void
}

function TextFilter({ label, hint, value, onChange }: TextFilterProps) {
  const { draft, setDraft, startVisit } = useTypedFilter({ value, read: (text) => text.trim(), onChange })
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
        onChange={({ target }) => setDraft(target.value)}
        onFocus={startVisit}
      />
    </label>
  )
}
