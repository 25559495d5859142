import { findOrderNumbers } from '#server/orders/find-order-of-payment.ts'
import { orNull } from '../gateway.ts'
import type { GatewayCharge, RemoteGateway } from '../gateway.ts'
import { warnOnce } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { findAttemptsByReference } from '../queries.ts'

/** The maximum number of charges of a page that are labelled at once. The next run labels others. */
const MOST = 20

/**
 * Shows the numbers of the orders with those listed charges that have none, so that the owner finds the order of a
 * charge on the gateway's website. If the gateway refuses that, it is logged once and tried again in the next run.
 */
export async function labelCharges(
  payments: Payments,
  gateway: RemoteGateway,
  charges: GatewayCharge[],
): Promise<void> {
  const { labelCharge } = gateway
  const references = charges.filter(({ order }) => order === null).map(({ reference }) => reference)
  if (!labelCharge || references.length === 0) return
  const { read } = payments.database
  const charged = (await findAttemptsByReference(read, references)).filter(
    (attempt) => attempt.gateway === gateway.name && attempt.status === 'succeeded',
  )
  if (charged.length === 0) return
  const numbers = await findOrderNumbers(
    read,
    charged.map(({ id }) => id),
  )
  const { name } = gateway
  // The key may lack the permission to write payments.
  const message = `The gateway "${name}" does not take the numbers of orders`
  const onError = warnOnce(payments, `order numbers at ${name}`, message)
  const timeouts = { timeoutMs: payments.gatewayTimeoutMs, onError }
  const labelled = charged.filter(({ id }) => numbers.has(id)).slice(0, MOST)
  for (const { id, reference } of labelled) {
    const isDone = await orNull(timeouts, async () => {
      await labelCharge(String(reference), String(numbers.get(id)))
      return true
    })
    if (!isDone) return
  }
}
