import { useEffect, useId, useRef, useState } from 'react'
import { midnightText } from '#contract/values/dates/date-texts.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { deliveryStates, orderStateNames, orderStates } from '#contract/values/states.ts'
import { Button, buttonClasses } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { DataTable } from '../table/data-table.tsx'
import {
  areDaysReversed,
  exportSearch,
  firstFilters,
  isDay,
  isFiltered,
  MAX_LETTERS,
  PAYMENTS,
} from '../table/table-state.ts'
import type { TableSpec, TableState } from '../table/table-state.ts'
import type { ChangeTable, Column, Identified, Table } from '../table/use-table.ts'
import { specTexts, words } from '../texts.ts'
import './filters.css'

type FilteredTableProps<Row, S extends string> = {
  label: string
  name: 'products' | 'orders' | 'users'
  /** The label of the filter for names. */
  nameLabel: string
  columns: readonly Column<Row, S>[]
  table: Table<Row, S>
  /** The title and the sentence that are shown if there are no rows at all. */
  none: string
  noneMore?: string
}

/** A table with its filters above it. If the shop can export its rows, a link downloads the filtered rows as CSV. */
export function FilteredTable<Row extends Identified, S extends string>({
  nameLabel,
  none,
  noneMore = '',
  ...props
}: FilteredTableProps<Row, S>) {
  const { name, table } = props
  return (
    <>
      <TableFilters
        table={table}
        nameLabel={nameLabel}
        exportPath={name === 'users' ? undefined : EXPORT_PATHS[name]}
      />
      <DataTable {...props} empty={<NoRows table={table} title={none} more={noneMore} />} />
    </>
  )
}

/** The parts of a table that its filters need. */
type Filtered<S extends string> = {
  source: TableSpec<S>
  state: TableState<S>
  change: ChangeTable<S>
}

type TableFiltersProps<S extends string> = {
  table: Filtered<S>
  nameLabel: string
  /** The path of the CSV export of this table, relative to `/api`. */
  exportPath: string | undefined
}

/** The filter fields above a table. If `exportPath` is set, a link downloads the filtered rows as CSV. */
function TableFilters<S extends string>({ table, nameLabel, exportPath }: TableFiltersProps<S>) {
  const { source, state, change } = table
  const hint = useId()
  const daysHint = useId()
  const has = (name: (typeof source.filters)[number]) => source.filters.includes(name)
  return (
    <search className="filters">
      <TypedFilter
        label={words.email}
        hint={hint}
        value={state.email}
        onChange={(email, replace) => change({ email }, { replace })}
      />
      <TypedFilter
        label={nameLabel}
        hint={hint}
        value={state.name}
        onChange={(name, replace) => change({ name }, { replace })}
      />
      {has('payment') && (
        <Choice
          label={words.payment}
          choices={PAYMENTS}
          names={words.payments}
          value={state.payment}
          onChange={(payment) => change({ payment })}
        />
      )}
      {has('state') && (
        <Choice
          label={words.state}
          choices={orderStates}
          names={orderStateNames}
          value={state.state}
          onChange={(chosen) => change({ state: chosen })}
        />
      )}
      {has('delivery') && (
        <Choice
          label={specTexts.delivery}
          choices={deliveryStates}
          value={state.delivery}
          onChange={(delivery) => change({ delivery })}
        />
      )}
      {has('from') && (
        <>
          <TypedFilter
            label={words.fromDay}
            hint={daysHint}
            value={state.from}
            days={{ max: state.to }}
            onChange={(from, replace) => change({ from }, { replace })}
          />
          <TypedFilter
            label={words.toDay}
            hint={daysHint}
            value={state.to}
            days={{ min: state.from }}
            onChange={(to, replace) => change({ to }, { replace })}
          />
        </>
      )}
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
        {has('from') && <span id={daysHint}>{words.daysHint(midnightText())}</span>}
      </p>
    </search>
  )
}

/** How long to wait after the last key press before a filter is applied, in ms. */
const TYPING_PAUSE = 300

type TypedFilterProps = {
  label: string
  /** The id of the element that describes the field. */
  hint: string
  value: string
  /** For a field for a day of the shop: the first or the last day that can be chosen, or '' if any can. */
  days?: { min?: string; max?: string }
  /**
   * Called with the new value of the filter. `replace` is true if an earlier change has already added a history entry
   * since the field got the focus. The new value should then replace that entry.
   */
  onChange: (value: string, replace: boolean) => void
}

/**
 * A filter that the user types: the first letters of a text, or a day. The filter is applied when no key was pressed for
 * `TYPING_PAUSE`. All changes share one history entry until the field gets the focus again.
 */
function TypedFilter({ label, hint, value, days, onChange }: TypedFilterProps) {
  const [draft, setDraft] = useState(value)
  const parse = days ? parseDay : parseText
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
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        {...(days
          ? { type: 'date', min: days.min || undefined, max: days.max || undefined }
          : { type: 'search', maxLength: MAX_LETTERS, autoCapitalize: 'none', spellCheck: false })}
        className="input"
        value={draft}
        autoComplete="off"
        aria-describedby={hint}
        onChange={({ target }) => setDraft(target.value)}
        onFocus={() => (hasEntry.current = false)}
      />
    </label>
  )
}

function parseText(text: string): string {
  return text.trim()
}

/**
 * Returns the text if it is empty or a day that the server accepts, otherwise null. For example, a date field contains
 * 0202-11-20 while the user types the year 2026.
 */
function parseDay(text: string): string | null {
  return text === '' || isDay(text) ? text : null
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

type NoRowsProps<S extends string> = { table: Filtered<S>; title: string; more: string }

/** Shown in place of a table without rows. If filters are set, a button clears them. */
export function NoRows<S extends string>({ table, title, more }: NoRowsProps<S>) {
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
