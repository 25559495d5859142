import type { SellingSettings } from '#contract/selling/settings.ts'
import { priceOf } from '#server/cart/payable-lines.ts'
import type { PricedLine } from '#server/cart/payable-lines.ts'
import { findDiscounts } from '#server/discounts/find-discounts.ts'
import type { Found, Sought } from '#server/discounts/find-discounts.ts'
import type { Payments } from '#server/payments/payments.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { quoteFor } from './quote.ts'
import type { Quoted } from './quote.ts'

export type QuoteParts = { database: ShopDatabase; payments: Payments; limits: SharedLimits }

/** What a quote is asked for. `code` and `buyer` decide about discounts. */
type QuoteInput = Pick<Sought, 'at' | 'buyer' | 'code' | 'withoutPersonal' | 'ip'> & {
  lines: readonly PricedLine[]
  country: string | null
  methodId: string | null
}

/** Returns a quote with the discounts that the buyer gets. A shop that delivers nothing gives none. */
export async function quoteWithDiscounts(
  { database, payments, limits }: QuoteParts,
  settings: SellingSettings,
  given: QuoteInput,
): Promise<Quoted> {
  const { currency, timeZone, methods, subscriptions } = settings
  const input = { ...given, lines: given.lines.map((line) => forSubscriber(line, subscriptions.percentOff)) }
  const lines = input.lines.map(({ product }) => ({ productId: product.id, price: product.priceCents }))
  const sought = { ...input, lines, timeZone, currency }
  const isPossible = methods.length > 0 && lines.length > 0
  const discounts = isPossible ? await findDiscounts({ read: database.read, limits }, sought) : NONE
  return quoteFor(settings, { ...input, payments, discounts })
}

/** Returns a line with the price of its product in a subscription, if it begins one. */
function forSubscriber(line: PricedLine, percentOff: number): PricedLine {
  const { row, product } = line
  return { ...line, product: { ...product, priceCents: priceOf(row, product, percentOff) } }
}

export const NONE: Found = { automatic: [], code: null }
