import { COMPARE, comparedRule, NAMED, PAYMENTS, rule, WITH_ORDER } from './rule.ts'

/** The rules of the books about subscriptions. A renewal is an order of theirs, which has the id of its payment. */
export const subscriptionRules = {
  chargeHasRenewal: rule(
    `SELECT ${NAMED} FROM ${PAYMENTS} LEFT JOIN renewals ON renewals.id = payments.id
     WHERE payments.subscription = 'renewal' AND (renewals.id IS NULL OR renewals.user_id <> payments.user_id)`,
    'was charged for a subscription, but there is no such renewal',
    COMPARE,
  ),
  renewalHasOrder: rule(
    `SELECT ${NAMED} FROM renewals LEFT JOIN payments ON payments.id = renewals.id ${WITH_ORDER}
     WHERE payments.subscription IS NULL OR payments.subscription <> 'renewal' OR orders.id IS NULL`,
    'is a renewal of a subscription, but has no order',
    COMPARE,
  ),
  renewalHasMandate: rule(
    `SELECT ${NAMED} FROM ${PAYMENTS} LEFT JOIN mandates ON mandates.id = payments.mandate_id
     WHERE payments.mandate_id IS NOT NULL AND payments.status = 'pending' AND mandates.id IS NULL`,
    'waits for the charge of a saved card that is not in the books',
    COMPARE,
  ),
  deliveryHasRenewal: comparedRule(
    `SELECT deliveries.subscription_id, deliveries.roast_on FROM deliveries
      LEFT JOIN renewals ON renewals.id = deliveries.renewal_id AND renewals.roast_on = deliveries.roast_on
      WHERE (deliveries.state = 'ordered') <> (renewals.id IS NOT NULL)`,
    ({ subscription_id, roast_on }) =>
      `The delivery of subscription ${subscription_id} on ${roast_on} is ordered without a renewal, or the other way round.`,
  ),
  giftHasItsMoney: rule(
    `SELECT ${NAMED} FROM ${PAYMENTS} JOIN gifts ON gifts.payment_id = payments.id
     WHERE payments.status <> 'succeeded' AND EXISTS (SELECT 1 FROM deliveries
       WHERE deliveries.subscription_id = gifts.subscription_id AND deliveries.state = 'ordered')`,
    'is a gift that is not paid, but of which something was sent',
    'Find out whether the money has arrived.',
  ),
  giftSendsWhatWasPaid: rule(
    `SELECT ${NAMED}, gifts.deliveries, sent.count FROM ${PAYMENTS} JOIN gifts ON gifts.payment_id = payments.id
     JOIN subscriptions ON subscriptions.id = gifts.subscription_id
     LEFT JOIN (SELECT subscription_id, count(*) AS count FROM deliveries WHERE state = 'ordered'
       GROUP BY subscription_id) AS sent ON sent.subscription_id = gifts.subscription_id
     WHERE COALESCE(sent.count, 0) <> gifts.deliveries - subscriptions.deliveries_left`,
    ({ deliveries, count }) =>
      `is a gift of ${deliveries} deliveries, and ${count ?? 0} were ordered, which are not those that it counts`,
    COMPARE,
  ),
  activeSubscriptionGoesOn: comparedRule(
    `SELECT subscriptions.id FROM subscriptions LEFT JOIN mandates ON mandates.id = subscriptions.mandate_id
      WHERE subscriptions.state = 'active' AND (length(subscriptions.next_on) <> 10
        OR (subscriptions.mandate_id IS NOT NULL AND (mandates.id IS NULL OR mandates.revoked_at IS NOT NULL)))`,
    ({ id }) => `Subscription ${id} is active, but has no next day or no card to charge.`,
  ),
}
