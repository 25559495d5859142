import { useId, useRef } from 'react'
import { Choice, Choices } from '#client/checkout/delivery-choice.tsx'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { errorText } from '#client/lib/api-error.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import { COUNTER_WAYS } from '#contract/selling/gateways.ts'
import type { CounterWay } from '#contract/selling/gateways.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import { formatMoney } from '#contract/values/money.ts'
import { ordersFor } from '../layout/side-menu.tsx'
import { words } from './texts.ts'
import { countOf } from './use-sale.ts'
import type { SaleState } from './use-sale.ts'
import type { useSell } from './use-sell.ts'

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
  onPress: () => void
} & Omit<ReturnType<typeof useSell>, 'sell' | 'refuse'>

/** The button that sells, with the total. It stays in view while one chooses coffees. */
export function Pay({ sale, way, heading, onPress, ...selling }: PayProps) {
  const { isPending, failure, isSoldBefore, beginAnother } = selling
  const reasonId = useId()
  const bar = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useBarHeight(bar, true)
  const { text, reason, canSell } = stateOf(sale, way)
  const count = countOf(sale.lines)
  function show() {
    const title = document.getElementById(heading)
    title?.focus({ preventScroll: true })
    title?.scrollIntoView()
  }
  return (
    <div className="counter-pay" ref={bar}>
      <FormError>{failure}</FormError>
      {isSoldBefore && (
        <SoldBefore
          onAnother={() => {
            beginAnother()
            button.current?.focus()
          }}
        />
      )}
      {reason !== null && <p id={reasonId}>{reason}</p>}
      <button type="button" className="link counter-see" onClick={show}>
        {words.see(count)}
      </button>
      <Button
        ref={button}
        wide
        busy={isPending}
        busyText={words.selling}
        blocked={!canSell || isSoldBefore}
        aria-describedby={reason === null ? undefined : reasonId}
        noDoubleClick
        onClick={onPress}
      >
        {text}
      </Button>
    </div>
  )
}

/** The orders open in a new tab, so that this sale is kept. */
function SoldBefore({ onAnother }: { onAnother: () => void }) {
  return (
    <div className="cluster">
      <ButtonLink tone="quiet" to={ordersFor(useMayOpen())} target="_blank" rel="noopener">
        {words.seeOrders}
      </ButtonLink>
      <Button tone="quiet" onClick={onAnother}>
        {words.another}
      </Button>
    </div>
  )
}

/** Returns the text of the button, and why nothing can be sold. While the total is unknown, nothing can be sold either. */
function stateOf({ quote, lines }: SaleState, way: CounterWay) {
  const { data, isOld, error } = quote
  const totals = data?.totals
  const text = totals ? words.sell[way](formatMoney(totals.total, data.currency)) : words.noTotal
  if (countOf(lines) > MAX_ITEMS) return { text, reason: words.tooMany, canSell: false }
  if (error) return { text, reason: errorText(error), canSell: false }
  if (!totals || isOld) return { text, reason: null, canSell: false }
  const isTooMany = data.lines.some(({ soldOut }) => soldOut)
  return { text, reason: isTooMany ? words.takeFewer : null, canSell: !isTooMany }
}
