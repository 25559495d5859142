import { useId } from 'react'
import type { ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { grams } from '#contract/values/orders/grams.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { moveFocus } from '#client/ui/settings-form/move-focus.ts'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import type { PriceRow } from '#contract/shop-management.ts'
import type { PriceFields } from './read-changes.ts'
import { words } from './texts.ts'

type TableProps = { rows: PriceRow[]; form: UseFormReturn<PriceFields> }

/** The table of prices and stocks. The amount of a pool can be changed in the first row that is taken from it. */
export function PriceTable({ rows, form }: TableProps) {
  const currency = useCurrency()
  const firstOf = new Map(rows.toReversed().map(({ _id, stock }) => [stock?._id, _id]))
  return (
    <div className="prices">
      <table className="price-table" onKeyDown={moveFocus}>
        <thead>
          <tr>
            <th scope="col">{words.product}</th>
            <th scope="col">{words.price(currency)}</th>
            <th scope="col">{words.left}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row._id}
              row={row}
              form={form}
              currency={currency}
              hasStock={firstOf.get(row.stock?._id) === row._id}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { row: PriceRow; form: TableProps['form']; currency: string; hasStock: boolean }

function Row({ row: { _id, name, place, weight, stock }, form, currency, hasStock }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="soft small block">
          {[place, weight !== undefined && grams(weight)].filter(Boolean).join(' · ')}
        </span>
      </th>
      <td data-label={words.price(currency)}>
        <Cell
          label={words.priceOf(name)}
          column="price"
          inputMode="decimal"
          {...registered(form, `rows.${_id}.price`)}
        />
      </td>
      <td data-label={words.left}>
        {stock && hasStock ? (
          <Cell
            label={words.leftOf(stock.unit === 'grams' ? stock.name : name)}
            column="amount"
            // The keypad for `numeric` may have no plus sign.
            inputMode="tel"
            unit={stock.unit === 'grams' ? `${words.units.grams} ${stock.name}` : words.units.bags}
            {...registered(form, `rows.${_id}.amount`)}
          />
        ) : (
          <span className="soft small">{stock ? words.fromPool(stock.name) : words.notCounted}</span>
        )}
      </td>
    </tr>
  )
}

type CellProps = Omit<ComponentProps<'input'>, 'className'> & {
  label: string
  column: 'price' | 'amount'
  unit?: string
  error: string | undefined
}

function Cell({ label, column, unit, error, ...input }: CellProps) {
  const id = useId()
  return (
    <>
      <input
        {...input}
        type="text"
        className="input"
        data-column={column}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
      />
      {unit && <span className="soft small block">{unit}</span>}
      {error !== undefined && (
        <span id={id} className="field-error small block">
          {error}
        </span>
      )}
    </>
  )
}
