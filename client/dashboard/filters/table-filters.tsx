import { midnightText } from '#contract/values/dates/date-texts.ts'
import { useId } from 'react'
import { deliveryStates, orderStateNames, orderStates } from '#contract/values/states.ts'
import { Button, buttonClasses } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { areDaysReversed, exportSearch, firstFilters, isFiltered, PAYMENTS } from '../table/table-state.ts'
import type { TableSpec, TableState } from '../table/table-state.ts'
import type { ChangeTable } from '../table/use-table.ts'
import { texts, words } from '../texts.ts'
import { DayFilters, TextFilter } from './typed-filters.tsx'
import './filters.css'

type Filtered<S extends string> = { source: TableSpec<S>; state: TableState<S>; change: ChangeTable<S> }

type TableFiltersProps<S extends string> = {
  table: Filtered<S>
  nameLabel: string
  /** The path of the CSV export of this table, relative to `/api`. */
  exportPath?: string
}

/** The filter fields above a table. If `exportPath` is set, a link downloads the filtered rows as CSV. */
export function TableFilters<S extends string>({ table, nameLabel, exportPath }: TableFiltersProps<S>) {
  const { source, state, change } = table
  const hint = useId()
  const daysHint = useId()
  const hasDays = source.filters.includes('from')
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
      <ChoiceFilters table={table} />
      {hasDays && <DayFilters from={state.from} to={state.to} hint={daysHint} onChange={change} />}
      {exportPath && (
        <a
          href={`/api${exportPath}${exportSearch(state, source)}`}
          download
          className={`${buttonClasses('quiet')} ms-auto`}
        >
          {words.exportCsv}
        </a>
      )}
      <p className="hint small">
        <span id={hint}>{words.filterHint}</span>{' '}
        {hasDays && <span id={daysHint}>{words.daysHint(midnightText())}</span>}
      </p>
    </search>
  )
}

function ChoiceFilters<S extends string>({ table: { source, state, change } }: { table: Filtered<S> }) {
  return (
    <>
      {source.filters.includes('payment') && (
        <Choice
          label={words.payment}
          choices={PAYMENTS}
          names={words.payments}
          value={state.payment}
          onChange={(payment) => change({ payment })}
        />
      )}
      {source.filters.includes('state') && (
        <Choice
          label={words.state}
          choices={orderStates}
          names={orderStateNames}
          value={state.state}
          onChange={(chosen) => change({ state: chosen })}
        />
      )}
      {source.filters.includes('delivery') && (
        <Choice
          label={texts.delivery}
          choices={deliveryStates}
          value={state.delivery}
          onChange={(delivery) => change({ delivery })}
        />
      )}
    </>
  )
}

type ChoiceProps<C extends string> = {
  label: string
  choices: readonly C[]
  /** What the user reads for each choice, if it is not the choice itself. */
  names?: Record<C, string>
  value: C | ''
  onChange: (value: C | '') => void
}

function Choice<C extends string>({ label, choices, names, value, onChange }: ChoiceProps<C>) {
  return (
    <label className="filter">
      <span>{label}</span>
      <select
        className="input"
        value={value}
        onChange={({ target }) => onChange(choices.find((choice) => choice === target.value) ?? '')}
      >
        <option value="">{words.all}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {names?.[choice] ?? choice}
          </option>
        ))}
      </select>
    </label>
  )
}

type NoRowsProps<S extends string> = { table: Filtered<S>; title: string; more?: string }

/** Shown in place of a table without rows. If filters are set, a button clears them. */
export function NoRows<S extends string>({ table, title, more = '' }: NoRowsProps<S>) {
  const { source, state, change } = table
  if (!isFiltered(state, source)) {
    return (
      <EmptyState title={title}>
        <p>{more}</p>
      </EmptyState>
    )
  }
  const isReversed = areDaysReversed(state)
  return (
    <EmptyState title={isReversed ? words.daysReversed : words.nothingFound}>
      <p>{isReversed ? words.daysReversedMore : words.nothingFoundMore}</p>
      <Button tone="quiet" onClick={() => change(firstFilters(source))}>
        {words.clear}
      </Button>
    </EmptyState>
  )
}
