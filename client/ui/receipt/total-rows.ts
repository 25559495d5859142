import type { Checkout, DiscountPart } from '#contract/selling/settings.ts'
import { formatMoney, formatPrice } from '#contract/values/money.ts'

/** A row under the products of a receipt. `isTotal` marks the row with the total. */
export type TotalRow = { label: string; amount: string; isTotal?: true }

type Receipt = { checkout?: Checkout | null; total: string; currency: string }

/** Returns the rows under the products of a receipt. Without a checkout there is only the total. */
export function receiptRows({ checkout, total, currency }: Receipt): TotalRow[] {
  if (checkout) return totalRows(checkout)
  return [{ label: 'Total', amount: formatPrice(total, currency), isTotal: true }]
}

/**
 * Returns the parts of a checkout's total, and the tax that it includes. Delivery has a row even if it is free. The rows of the
 * items and the delivery are without discounts, which have rows of their own.
 */
export function totalRows({
  currency,
  method,
  itemsTotal,
  deliveryPrice,
  discounts,
  tax,
  total,
}: Checkout): TotalRow[] {
  const row = (label: string, minor: number) => ({ label, amount: formatMoney(minor, currency) })
  return [
    row('Items', itemsTotal),
    deliveryPrice === 0 ? { label: method.name, amount: 'Free' } : row(method.name, deliveryPrice),
    ...discountRows(discounts, currency),
    { ...row('Total', total), isTotal: true },
    ...tax.filter((part) => part.rate > 0).map((part) => row(`Includes ${part.rate / 100}% tax`, part.tax)),
  ]
}

/** Returns a row for each discount, with the code if the customer needed one. */
export function discountRows(discounts: readonly DiscountPart[] = [], currency: string): TotalRow[] {
  return discounts.map(({ name, code, goods, ofDelivery }) => ({
    label: code === null ? name : `${name} (${code})`,
    amount: `−${formatMoney(goods + ofDelivery, currency)}`,
  }))
}
