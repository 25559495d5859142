import { Problem } from '#contract/errors.ts'
import type { GiftQuote, GiftQuoteRequest } from '#contract/orders/gifts.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { firstCountry } from '#contract/values/orders/delivery-price.ts'
import { bagPrice } from '#server/catalogue/roasters-choice.ts'
import { linesOutsideCart } from '#server/cart/guest-cart.ts'
import type { PricedLine } from '#server/cart/payable-lines.ts'
import type { SoldProduct } from '#server/catalogue/find-product.ts'
import type { GuestParts } from '#server/checkout/guest-checkout.ts'
import { deliveredCountries, quoteFor } from '#server/checkout/quote.ts'
import { NONE } from '#server/checkout/quote-with-discounts.ts'
import { taxParts } from '#server/checkout/tax.ts'
import { now } from '#server/platform/clock.ts'
import { subscriptionOffer } from '#server/selling/read-selling.ts'
import { freeRoastDays } from '../schedule.ts'

/** A gift is mailed, so that a shop without mails sells none. */
export type GiftParts = GuestParts & { sendsMail: boolean }

type Buyer = Parameters<typeof linesOutsideCart>[0]

/** What a gift costs, and its lines: the bags of all deliveries. */
export type QuotedGift = { quote: GiftQuote; lines: PricedLine[] }

/**
 * Returns what a gift costs: its deliveries times the price of one. A bag costs what it costs in a subscription. Returns a problem if
 * the shop offers no such gift.
 */
export async function quoteGift(
  { payments, products, sendsMail }: GiftParts,
  settings: SellingSettings,
  { buyer, ...wanted }: GiftQuoteRequest & { buyer: Buyer },
): Promise<QuotedGift | Problem> {
  const { productId, grind, quantity, deliveries } = wanted
  const sold = await products.byId(productId)
  const isOffered = sendsMail && subscriptionOffer(settings, payments.currentGateway.kind === 'local')
  const hasGrind = grind === null || settings.grinds.includes(grind)
  if (!sold || !isOffered || !hasGrind) return new Problem('product-removed')
  const product = { ...sold, priceCents: bagPrice(settings, sold.priceCents) }
  const lines = linesOutsideCart(buyer, { grind, quantity: quantity * deliveries }, product)
  return { quote: quoteAll(settings, { payments, wanted, product, lines }), lines }
}

type Quoting = {
  payments: GiftParts['payments']
  wanted: GiftQuoteRequest
  product: SoldProduct
  lines: PricedLine[]
}

/** Tax is that of the country to which the gift goes, and due when it is sold. */
function quoteAll(settings: SellingSettings, { payments, wanted, product, lines }: Quoting): GiftQuote {
  const { quantity, deliveries, methodId } = wanted
  const served = { countries: deliveredCountries(settings), country: settings.country }
  const country = wanted.country ?? firstCountry(served)
  const ofOne = { lines: lines.slice(0, quantity), country, at: now(), payments, discounts: NONE }
  const { quote } = quoteFor(settings, { ...ofOne, methodId, firstOf: 'parcel' })
  const parcels = quote.offers.filter(({ kind }) => kind === 'parcel')
  const { totals } = quote
  const itemsTotal = quote.itemsTotal * deliveries
  const deliveryPrice = (totals?.deliveryPrice ?? 0) * deliveries
  const amounts = [
    { amount: itemsTotal, taxClass: product.taxClass },
    { amount: deliveryPrice, taxClass: 'standard' as const },
  ]
  const tax = taxParts(amounts, settings.tax, country)
  return {
    ...quote,
    country,
    offers: parcels.map((offer) => ({ ...offer, price: offer.price * deliveries, promise: null })),
    itemsTotal,
    weightGrams: quote.weightGrams * deliveries,
    totals: totals && { ...totals, deliveryPrice, tax, total: itemsTotal + deliveryPrice },
    roastDays: freeRoastDays(settings, { mandate_id: null, deliveries_left: deliveries }),
  }
}
