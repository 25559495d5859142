import { Problem } from '#contract/errors.ts'
import type { Renewal } from '#contract/selling/checkout.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { priceOf } from '#server/cart/payable-lines.ts'
import type { PricedLine } from '#server/cart/payable-lines.ts'
import { bagPrice, listAlike } from '#server/catalogue/roasters-choice.ts'
import { findDiscounts } from '#server/discounts/find-discounts.ts'
import type { Found, Sought } from '#server/discounts/find-discounts.ts'
import type { Payments } from '#server/payments/payments.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import { subscriptionOffer } from '#server/selling/read-selling.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { quoteFor } from './quote.ts'
import type { Quoted, Wanted } from './quote.ts'

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
  const { currency, timeZone, methods } = settings
  const input = { ...given, lines: given.lines.map((line) => forSubscriber(line, settings)) }
  const lines = input.lines.map(({ product }) => ({ productId: product.id, price: product.priceCents }))
  const sought = { ...input, lines, timeZone, currency }
  const isPossible = methods.length > 0 && lines.length > 0
  const discounts = isPossible ? await findDiscounts({ read: database.read, limits }, sought) : NONE
  const { quote, granted } = quoteFor(settings, { ...input, payments, discounts })
  const renewals = quote.totals ? renewalsFor(settings, { ...input, payments, discounts: NONE }) : []
  return { quote: { ...quote, ...(renewals.length > 0 && { renewals }) }, granted }
}

/** Returns what the subscriptions cost each time, the shortest rhythm first. Discounts are only for the first order. */
function renewalsFor(settings: SellingSettings, wanted: Wanted): Renewal[] {
  const rhythms = new Set(wanted.lines.flatMap(({ row }) => row.every_weeks ?? []))
  return [...rhythms]
    .toSorted((a, b) => a - b)
    .flatMap((everyWeeks) => {
      const lines = wanted.lines.filter(({ row }) => row.every_weeks === everyWeeks)
      const { totals } = quoteFor(settings, { ...wanted, lines }).quote
      return totals ? [{ everyWeeks, deliveryPrice: totals.deliveryPrice, total: totals.total }] : []
    })
}

/**
 * Returns a problem if lines begin subscriptions that the shop does not offer, or leave the coffee to a roaster who has no other
 * one. The owner may have changed that since the lines were added to the cart.
 */
export async function findOfferProblem(
  { database, payments }: Pick<QuoteParts, 'database' | 'payments'>,
  settings: SellingSettings,
  lines: readonly PricedLine[],
): Promise<Problem | null> {
  const refuse = (detail: string) => new Problem('product-removed', { detail })
  const begins = lines.some(({ row }) => row.every_weeks !== null)
  if (begins && !subscriptionOffer(settings, payments.currentGateway.kind === 'local'))
    return refuse('We offer no subscriptions at the moment. Choose “Once” in your cart.')
  const left = lines.filter(({ row }) => row.roasters_choice === 1).map(({ product }) => product)
  for (const product of new Map(left.map((one) => [one.id, one])).values()) {
    const subscribed = { productId: product.id, agreed: bagPrice(settings, product.priceCents) }
    if ((await listAlike(database.read, settings, subscribed)).length === 0)
      return refuse(
        `We have no other coffee like ${product.name} to choose from. Untick “Roaster’s choice” in your cart.`,
      )
  }
  return null
}

/** Returns a line with the price of its product in a subscription, if it begins one. */
function forSubscriber(line: PricedLine, settings: SellingSettings): PricedLine {
  const { row, product } = line
  return { ...line, product: { ...product, priceCents: priceOf(row, product, settings) } }
}

export const NONE: Found = { automatic: [], code: null }
