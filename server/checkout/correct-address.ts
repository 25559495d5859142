import { Problem } from '#contract/errors.ts'
import type { Address, Checkout, SellingSettings } from '#contract/selling/settings.ts'
import { usableAddress, writeAddress } from './addresses.ts'
import { findZone, priceInZone } from './quote.ts'

const otherPrice = new Problem('invalid-input', {
  errors: [
    {
      field: 'country',
      message:
        'would change the tax or the price of delivery. Cancel or refund this order, and ask the customer to order again',
    },
  ],
})

/**
 * Returns a checkout with another address. What the customer agreed to pay stays. Returns a problem if a field of the
 * address is missing or invalid, or if an order to this country has another tax or another price of delivery.
 */
export function withAddress(
  settings: SellingSettings,
  checkout: Checkout,
  sent: Address,
): Checkout | Problem {
  const address = usableAddress(sent)
  if (address instanceof Problem) return address
  const before = checkout.address?.country ?? null
  if (before !== address.country && !costsTheSame(settings, checkout, address.country)) return otherPrice
  return { ...checkout, address, addressLines: writeAddress(address) }
}

function costsTheSame({ methods, tax }: SellingSettings, checkout: Checkout, country: string): boolean {
  const ratesOf = (code: string | undefined) => {
    const { standard, reduced } = tax.find((row) => row.country === code) ?? {}
    return JSON.stringify([standard, reduced])
  }
  const method = methods.find(({ id }) => id === checkout.method.id)
  const zone = method ? findZone(method, country) : null
  return (
    zone !== null &&
    priceInZone(zone, checkout) === checkout.deliveryPrice &&
    ratesOf(checkout.address?.country) === ratesOf(country)
  )
}
