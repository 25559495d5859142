import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { OptionField, TextField } from '#client/ui/fields.tsx'
import type { Option } from '#client/ui/fields.tsx'
import { WORD_LENGTH } from './facts-problems.ts'

/** A field of a row. With `options` it is a select box, and with `suggested` it suggests texts. */
type Column<K extends string> = {
  key: K
  label: string
  hint?: string
  isNumber?: boolean
  options?: readonly Option[]
  suggested?: readonly string[]
  maxLength?: number
}

type FactRowsProps<K extends string> = {
  legend: string
  columns: readonly Column<K>[]
  rows: readonly Record<K, string>[]
  max: number
  blank: Record<K, string>
  names: { row: (at: number) => string; add: string; remove: (at: number) => string }
  problemOf: (index: number, key: K) => string | undefined
  onChange: (rows: Record<K, string>[]) => void
}

/** Rows with the same fields, such as the origins of a blend. Rows can be added and removed. */
export function FactRows<K extends string>(props: FactRowsProps<K>) {
  const { legend, rows, max, blank, names, onChange } = props
  return (
    <fieldset className="facts-part">
      <legend>{legend}</legend>
      {rows.map((_row, index) => (
        // A row has no id. Its fields have their values from the form, so a removed row takes none with it.
        // oxlint-disable-next-line react/no-array-index-key
        <FactRow key={index} {...props} index={index} />
      ))}
      {rows.length < max && (
        <Button tone="quiet" onClick={() => onChange([...rows, blank])}>
          {names.add}
        </Button>
      )}
    </fieldset>
  )
}

function FactRow<K extends string>(props: FactRowsProps<K> & { index: number }) {
  const { index, rows, columns, names, problemOf, onChange } = props
  const row = rows[index]
  if (!row) return null
  const change = (key: K, text: string) =>
    onChange(rows.map((other, at) => (at === index ? { ...other, [key]: text } : other)))
  return (
    <fieldset className="panel facts-part">
      <legend className="sr-only">{names.row(index + 1)}</legend>
      <div className="facts-row">
        {columns.map((column) => (
          <Cell
            key={column.key}
            column={column}
            value={row[column.key]}
            error={problemOf(index, column.key)}
            onChange={(text) => change(column.key, text)}
          />
        ))}
      </div>
      <button type="button" className="link" onClick={() => onChange(rows.filter((_, at) => at !== index))}>
        {names.remove(index + 1)}
      </button>
    </fieldset>
  )
}

type CellProps<K extends string> = {
  column: Column<K>
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

function Cell<K extends string>({ column, value, error, onChange }: CellProps<K>): ReactNode {
  const list = useId()
  const { label, hint, isNumber, options, suggested, maxLength = WORD_LENGTH } = column
  const common = { label, hint, error, value }
  if (options)
    return (
      <OptionField
        {...common}
        options={options}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  return (
    <div className="field">
      <TextField
        {...common}
        autoComplete="off"
        inputMode={isNumber ? 'decimal' : undefined}
        list={suggested && list}
        maxLength={maxLength}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {suggested && (
        <datalist id={list}>
          {suggested.map((text) => (
            <option key={text} value={text}>
              {text}
            </option>
          ))}
        </datalist>
      )}
    </div>
  )
}
