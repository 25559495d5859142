import { formatMoney } from '#contract/values/money.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import { OptionField } from '#client/ui/fields.tsx'
import { Stepper } from '#client/ui/stepper/stepper.tsx'
import { words } from './texts.ts'
import { quotedLine } from './use-sale.ts'
import type { SaleLine, SaleState } from './use-sale.ts'

export function SaleLines({ sale }: { sale: SaleState }) {
  if (sale.lines.length === 0) return <p>{words.empty}</p>
  return (
    <ul className="counter-lines">
      {sale.lines.map((line) => (
        <Line key={line.key} line={line} sale={sale} />
      ))}
    </ul>
  )
}

function Line({ line, sale }: { line: SaleLine; sale: SaleState }) {
  const { key, name, quantity, grind } = line
  const { data, isOld } = sale.quote
  const quoted = data ? quotedLine(data, line) : null
  const isTooMany = quoted !== null && !isOld && quoted.left < quantity
  return (
    <li>
      <span className="spread">
        <span className="font-medium">{name}</span>
        {quoted && <span className="price">{formatMoney(quoted.price, data?.currency ?? '')}</span>}
      </span>
      <span className="cluster">
        <Stepper
          label={words.count(name)}
          isLabelHidden
          count={quantity}
          max={MAX_ITEMS}
          onChange={(count) => sale.change(key, { quantity: count })}
        />
        <button
          type="button"
          className="link small"
          aria-label={words.remove(name)}
          onClick={() => sale.remove(key)}
        >
          {words.removeShort}
        </button>
      </span>
      {sale.grinds.length > 0 && (
        <OptionField
          label={words.grind(name)}
          options={sale.grinds}
          value={grind}
          onChange={({ currentTarget }) => sale.changeGrind(line, currentTarget.value)}
        />
      )}
      {isTooMany && <p className="field-error">{words.onlyLeft(quoted.left)}</p>}
    </li>
  )
}
