import { useId, useRef } from 'react'
import { Choice, Choices } from '#client/checkout/delivery-choice.tsx'
import { errorText } from '#client/lib/api-error.ts'
import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import { COUNTER_WAYS } from '#contract/selling/gateways.ts'
import type { CounterWay } from '#contract/selling/gateways.ts'
import { formatMoney } from '#contract/values/money.ts'
import { words } from './texts.ts'
import type { SaleState } from './use-sale.ts'

export function Ways({ way, onChoose }: { way: CounterWay; onChoose: (way: CounterWay) => void }) {
  return (
    <Choices legend={words.paid}>
      {COUNTER_WAYS.map((one) => (
        <Choice key={one} name="way" checked={one === way} onChoose={() => onChoose(one)}>
          {words.ways[one]}
        </Choice>
      ))}
      {way === 'transfer' && <p className="small">{words.waits}</p>}
    </Choices>
  )
}

type PayProps = {
  sale: SaleState
  way: CounterWay
  /** The id of the heading of the sale, to which a link leads on a phone. */
  heading: string
  isPending: boolean
  failure: string | null
  onPress: () => void
}

/** The button that sells, with the total. It stays in view while one chooses coffees. */
export function Pay({ sale, way, heading, isPending, failure, onPress }: PayProps) {
  const reasonId = useId()
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, true)
  const { text, reason, canSell } = stateOf(sale, way)
  const count = sale.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  function show() {
    const title = document.getElementById(heading)
    title?.focus({ preventScroll: true })
    title?.scrollIntoView()
  }
  return (
    <div className="counter-pay" ref={bar}>
      <FormError>{failure}</FormError>
      {reason !== null && <p id={reasonId}>{reason}</p>}
      <button type="button" className="link counter-see" onClick={show}>
        {words.see(count)}
      </button>
      <Button
        wide
        busy={isPending}
        busyText={words.selling}
        blocked={!canSell}
        aria-describedby={reason === null ? undefined : reasonId}
        // Ignores the second click of a double click.
        onClick={({ detail }) => detail < 2 && onPress()}
      >
        {text}
      </Button>
    </div>
  )
}

/** Returns the text of the button, and why nothing can be sold. While the total is unknown, nothing can be sold either. */
function stateOf({ quote }: SaleState, way: CounterWay) {
  const { data, isPlaceholderData, isError, error } = quote
  const totals = data?.totals
  const text = totals ? words.sell[way](formatMoney(totals.total, data.currency)) : words.noTotal
  if (isError) return { text, reason: errorText(error), canSell: false }
  if (!totals || isPlaceholderData) return { text, reason: null, canSell: false }
  const isTooMany = data.lines.some(({ soldOut }) => soldOut)
  return { text, reason: isTooMany ? words.takeFewer : null, canSell: !isTooMany }
}
