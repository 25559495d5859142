import type { Transfer } from '#contract/orders/own-orders.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { toAmountText } from '#contract/values/money.ts'
import type { OrderRow } from '#server/tables.ts'

/** An order with the gateway of its payment. */
export type PaidOrder = Pick<OrderRow, 'state' | 'number' | 'total_cents'> & { gateway: string | null }

/** Returns the bank transfer that an order waits for, or null if it is paid in another way or the account is not known. */
export function transferOf(
  { state, gateway, number, total_cents }: PaidOrder,
  { bank: { holder, iban }, currency }: SellingSettings,
): Transfer | null {
  if (state !== 'waiting' || gateway !== 'transfer' || iban === '') return null
  return { holder, iban, amount: toAmountText(total_cents, currency), reference: `Order ${number}` }
}

/** Adds the picture of a code that banking apps read. There is no such code for currencies other than the euro. */
export async function withCode(transfer: Transfer, currency: string): Promise<Transfer> {
  if (currency !== 'EUR') return transfer
  const { renderSVG } = await import('uqr')
  const svg = renderSVG(epcText(transfer), { ecc: 'M' })
  return { ...transfer, qr: `data:image/svg+xml,${encodeURIComponent(svg)}` }
}

/**
 * Returns the text of the code: the format EPC069-12 of the European Payments Council, version 002, in UTF-8. The BIC is
 * not needed within the EEA. The purpose and the structured reference are left empty.
 */
export function epcText({ holder, iban, amount, reference }: Transfer): string {
  return ['BCD', '002', '1', 'SCT', '', holder, iban, `EUR${amount}`, '', '', reference].join('\n')
}
