import { useState } from 'react'
import { deliveryPrice } from '#client/checkout/texts.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { OptionField } from '#client/ui/fields.tsx'
import type { DeliveryWay, OwnSubscription } from '#contract/orders/subscriptions.ts'
import { COUNTRIES } from '#contract/values/countries.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { deliveryPriceOf } from '#contract/values/orders/delivery-price.ts'
import { words } from './texts.ts'

/**
 * Returns what is chosen: the country, and the way of delivery, which is another one if the first does not go there. A parcel does
 * not become a pickup by that.
 */
export function useWay({ destination, ways }: OwnSubscription) {
  const delivered = countriesOf(ways)
  const [country, setCountry] = useState(destination.address?.country ?? delivered[0] ?? '')
  const [methodId, choose] = useState(destination.methodId)
  const possible = ways.filter((one) => deliveryPriceOf(one, country) !== null)
  const way = possible.find(({ _id }) => _id === methodId) ?? possible.find(({ kind }) => kind === 'parcel')
  const countries = [...new Set([...delivered, ...(country ? [country] : [])])]
  return { countries, country, setCountry, possible, way, choose }
}

/** Returns the countries to which a parcel can be sent. */
function countriesOf(ways: DeliveryWay[]): readonly string[] {
  const zones = ways.flatMap((way) => way.zones.filter(({ price }) => price !== null))
  const hasRest = zones.some(({ countries }) => countries.length === 0)
  return hasRest ? COUNTRIES : zones.flatMap((zone) => zone.countries)
}

type WayFieldProps = {
  way: DeliveryWay | undefined
  possible: DeliveryWay[]
  country: string
  subscription: OwnSubscription
  choose: (id: string) => void
}

/** The ways of delivery to the chosen country, and what the chosen one costs compared with today. */
export function WayField({ way, possible, country, subscription, choose }: WayFieldProps) {
  const currency = useCurrency()
  const { ways, destination, next, deliveriesLeft } = subscription
  const isGift = deliveriesLeft !== undefined
  const [first] = next
  const today = ways.find(({ _id }) => _id === destination.methodId)
  const text = (one: DeliveryWay | undefined, to: string | null) => {
    const price = one ? deliveryPriceOf(one, to) : null
    return price === null ? null : deliveryPrice(price, currency)
  }
  const then = text(way, country)
  const costs = !isGift && then && words.costsThen(then, text(today, destination.address?.country ?? null))
  const from = first && words.redirected(weekdayText(first.promise.roastOn))
  return (
    <OptionField
      label={words.delivery}
      options={[
        ...(way ? [] : [{ value: '', text: words.notThere }]),
        ...possible.map((one) => ({
          value: one._id,
          text: isGift ? one.name : `${one.name}, ${text(one, country)}`,
        })),
      ]}
      value={way?._id ?? ''}
      onChange={({ target }) => choose(target.value)}
      hint={[costs, from].filter(Boolean).join(' ')}
    />
  )
}
