import { Problem, wrongField } from '#contract/errors.ts'
import type { Address, Checkout } from '#contract/selling/settings.ts'
import { usableAddress, writeAddress } from './addresses.ts'

const otherCountry = wrongField(
  'country',
  'would change the tax or the price of delivery. Cancel or refund this order, and ask the customer to order again',
)

/**
 * Returns a checkout with another address. What the customer agreed to pay stays. Returns a problem if a field of the
 * address is missing or invalid, or if it is in another country, to which tax and delivery can cost something else.
 */
export function withAddress(checkout: Checkout, sent: Address): Checkout | Problem {
  const address = usableAddress(sent)
  if (address instanceof Problem) return address
  if (checkout.address?.country !== address.country) return otherCountry
  return { ...checkout, address, addressLines: writeAddress(address) }
}
