import type { Checkout } from '#contract/selling/settings.ts'
import { formatMoney } from '#contract/values/money.ts'

/** A row under the products of a receipt. `isTotal` marks the row with the total. */
export type TotalRow = { label: string; amount: string; isTotal?: true }

/** Returns the parts of a checkout's total, and the tax that it includes. Delivery has a row even if it is free. */
export function totalRows({ currency, method, itemsTotal, deliveryPrice, tax, total }: Checkout): TotalRow[] {
  const row = (label: string, minor: number) => ({ label, amount: formatMoney(minor, currency) })
  return [
    row('Items', itemsTotal),
    deliveryPrice === 0 ? { label: method.name, amount: 'Free' } : row(method.name, deliveryPrice),
    { ...row('Total', total), isTotal: true },
    ...tax.filter((part) => part.rate > 0).map((part) => row(`Includes ${part.rate / 100}% tax`, part.tax)),
  ]
}
