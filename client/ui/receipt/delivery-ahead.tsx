import { useQuery } from '@tanstack/react-query'
import { useCurrency, usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import type { DeliveryAhead as Ahead } from '#contract/selling/checkout.ts'
import { countryName } from '#contract/values/countries.ts'
import { formatMoney } from '#contract/values/money.ts'
import { words } from '../texts.ts'
import { promiseText } from './promise-text.ts'
import { useTimeZone } from './use-time-zone.ts'

/**
 * When coffee arrives if it is ordered now, and what delivery costs, in the country that the browser's time zone
 * belongs to. `itemsTotal` is what the coffees of the cart cost, in the smallest unit of the currency. It is as high as its
 * three lines while it is loading, so that nothing moves.
 */
export function DeliveryAhead({ itemsTotal = 0 }: { itemsTotal?: number }) {
  const { delivers } = usePageState().settings
  const timeZone = useTimeZone()
  const { data } = useQuery({
    ...callQuery('GET /delivery', { query: { timeZone } }),
    enabled: delivers && timeZone !== '',
  })
  const [offer] = data?.offers ?? []
  if (!delivers || (data && !offer)) return null
  return (
    <div className="min-h-18">
      {data && offer && (
        <>
          <Promise ahead={data} offer={offer} />
          <Price ahead={data} offer={offer} itemsTotal={itemsTotal} />
        </>
      )}
    </div>
  )
}

type LineProps = { ahead: Ahead; offer: Ahead['offers'][number] }

function Promise({ ahead: { orderUntil }, offer: { kind, promise } }: LineProps) {
  const text = promiseText({ kind, promise })
  if (text === null || orderUntil === null) return null
  return <p>{words.orderUntil(orderUntil, text)}</p>
}

function Price({ ahead, offer, itemsTotal }: LineProps & { itemsTotal: number }) {
  const { country, isTaxed } = ahead
  const { kind, name, freeFrom } = offer
  const price = freeFrom !== null && itemsTotal >= freeFrom ? 0 : offer.price
  const currency = useCurrency()
  const amount = (minor: number | null) => (minor ? formatMoney(minor, currency) : null)
  const place = countryName(country)
  const delivery =
    kind === 'pickup' ? words.pickup(name) : words.deliveryTo(place, amount(price), amount(freeFrom))
  return <p className="soft small">{isTaxed ? `${delivery} ${words.taxIncluded}` : delivery}</p>
}
