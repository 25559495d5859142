import { Problem } from '#contract/errors.ts'
import type { CheckoutRequest, Quote } from '#contract/selling/checkout.ts'
import type { CounterWay } from '#contract/selling/gateways.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { Payments } from '#server/payments/payments.ts'
import { networkOf } from '#server/payments/refuse-card-testing.ts'
import type { PaymentRequest } from '#server/payments/start-payment.ts'

/**
 * What staff who make an order for a customer decide: what is offered beside the settings of the shop, how it is paid, and
 * what is written with the order.
 */
export type StaffOrder = Pick<NonNullable<PaymentRequest['staff']>, 'by' | 'also'> & {
  way: CounterWay
  offer: (settings: SellingSettings) => SellingSettings
}

/**
 * Returns the gateway with which an order is paid, or a problem if the customer's choice is not offered. The demo shop pays at
 * once with a gateway of its own. In other shops, only orders that cost nothing are paid at once.
 */
export function chooseGateway(
  { currentGateway: { kind, name } }: Payments,
  { totals }: Quote,
  { way, ip, staff }: { way?: CheckoutRequest['way'] | CounterWay; ip: string; staff?: StaffOrder },
): Pick<PaymentRequest, 'gateway' | 'network' | 'staff'> | Problem {
  if (staff) return ofStaff(staff, totals?.total === 0)
  if (totals?.total === 0 && totals.tooSmall !== undefined)
    return new Problem('amount-too-small', { detail: totals.tooSmall })
  const offered = totals?.payments.map((choice) => choice.way) ?? []
  const chosen = offered.find((one) => one === (way ?? offered[0]))
  if (!chosen) return new Problem('way-not-offered')
  return { gateway: kind === 'local' ? name : chosen, network: networkOf(ip) }
}

function ofStaff({ way, by, also }: StaffOrder, isFree: boolean): Pick<PaymentRequest, 'gateway' | 'staff'> {
  return { gateway: isFree ? 'instant' : way, staff: { by, also, isPaid: way !== 'transfer' } }
}
