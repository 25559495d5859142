import { useEffect, useId, useRef } from 'react'
import { midnightText } from '#contract/values/dates/date-texts.ts'
import { deliveryStates, listedStateNames } from '#contract/values/states.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { specTexts, words } from '../texts.ts'
import { FIRST_PAGE, firstFilters, isFiltered, MAX_LETTERS, tableSearch } from './table-state.ts'
import type { FilterName } from './table-state.ts'
import type { Table } from './use-table.ts'
import './filters.css'

type Filtered = Pick<Table<unknown>, 'source' | 'state' | 'change'>

/** The filters of a table, in the order of its source. */
export function TableFilters({ table, nameLabel }: { table: Filtered; nameLabel: string }) {
  const { source, state, change } = table
  const hint = useId()
  const daysHint = useId()
  const choices: Partial<Record<FilterName, Names>> = {
    payment: words.payments,
    state: source.states ?? listedStateNames,
    delivery: DELIVERIES,
  }
  const days: Partial<Record<FilterName, Days>> = { from: { max: state.to }, to: { min: state.from } }
  return (
    <search className="filters">
      {source.filters.map((name) => {
        const shared = {
          label: name === 'name' ? nameLabel : LABELS[name],
          value: state[name],
          onChange: (value: string) => change({ [name]: value }),
        }
        const names = choices[name]
        if (names) return <Choice key={name} {...shared} names={names} />
        return <TypedFilter key={name} {...shared} hint={days[name] ? daysHint : hint} days={days[name]} />
      })}
      <p className="hint small">
        <span id={hint}>{words.filterHint}</span>{' '}
        {source.filters.includes('from') && <span id={daysHint}>{words.daysHint(midnightText())}</span>}
      </p>
    </search>
  )
}

const LABELS: Record<Exclude<FilterName, 'name'>, string> = {
  email: words.email,
  payment: words.payment,
  state: words.state,
  delivery: specTexts.delivery,
  from: words.fromDay,
  to: words.toDay,
}

/** What the user reads for each value of a filter. */
type Names = Readonly<Record<string, string>>

const DELIVERIES: Names = Object.fromEntries(deliveryStates.map((state) => [state, state]))

/** The first and the last day that can be chosen. An empty text means that there is no limit. */
type Days = { min?: string; max?: string }

/** How long to wait after the last key press before a filter is applied, in ms. */
const TYPING_PAUSE = 300

type TypedFilterProps = {
  label: string
  /** The id of the element that describes the field. */
  hint: string
  value: string
  /** Undefined for a field that is not for a day. */
  days: Days | undefined
  onChange: (value: string) => void
}

/**
 * A filter that the user types: the first letters of a text, or a day. The filter is applied when no key was pressed for
 * `TYPING_PAUSE`.
 */
function TypedFilter({ label, hint, value, days, onChange }: TypedFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Back, Forward and the button that clears the filters change the value. What is being typed stays.
    if (field.current && field.current.value.trim() !== value) field.current.value = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  function applySoon({ currentTarget }: { currentTarget: HTMLInputElement }): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const typed = currentTarget.value.trim()
      if (!days || typed === '' || isDay(typed)) onChange(typed)
    }, TYPING_PAUSE)
  }
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        {...(days
          ? { type: 'date', min: days.min || undefined, max: days.max || undefined }
          : { type: 'search', maxLength: MAX_LETTERS, autoCapitalize: 'none', spellCheck: false })}
        ref={field}
        className="input"
        defaultValue={value}
        autoComplete="off"
        aria-describedby={hint}
        onInput={applySoon}
      />
    </label>
  )
}

/**
 * Returns whether the server accepts a text as a day. The server refuses years before 1970: a date field contains
 * 0202-11-20 while the user types the year 2026.
 */
function isDay(text: string): boolean {
  return /^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(text)
}

type ChoiceProps = { label: string; names: Names; value: string; onChange: (value: string) => void }

function Choice({ label, names, value, onChange }: ChoiceProps) {
  return (
    <label className="filter">
      <span>{label}</span>
      <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{words.all}</option>
        {Object.entries(names).map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

type NoRowsProps = { table: Filtered; title: string; more: string }

/** Shown in place of a page without rows. If it is not the first page, or if filters are set, it offers a way out. */
export function NoRows({ table: { source, state, change }, title, more }: NoRowsProps) {
  if (state.page > 1)
    return (
      <EmptyState title={words.emptyPage}>
        <ButtonLink tone="quiet" to={tableSearch({ ...state, ...FIRST_PAGE }, source)}>
          {words.firstPage}
        </ButtonLink>
      </EmptyState>
    )
  if (!isFiltered(state, source)) return <EmptyState title={title} more={more} />
  const isReversed = state.from !== '' && state.to !== '' && state.from > state.to
  return (
    <EmptyState
      title={isReversed ? words.daysReversed : words.nothingFound}
      more={isReversed ? words.daysReversedMore : words.nothingFoundMore}
    >
      <Button tone="quiet" onClick={() => change(firstFilters(source))}>
        {words.clear}
      </Button>
    </EmptyState>
  )
}
