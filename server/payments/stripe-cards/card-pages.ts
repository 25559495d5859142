import type Stripe from 'stripe'
import type { SavedCard } from '#server/tables/subscription-rows.ts'
import type { CardPages } from '../gateway.ts'
import { isMissing, isRefusal } from '../stripe/connect-stripe.ts'
import { SAVES_CARD, SHOP } from '../stripe/session.ts'
import { savedMethod } from './saved-method.ts'

/** The key of the metadata under which Stripe stores the id of the shop's user who saves a card. */
const USER = 'user_id'

/** Returns the pages of Stripe on which people save a card without paying: Checkout Sessions in setup mode. */
export function cardPages(connect: () => Promise<Stripe>, publicUrl: string): CardPages {
  return {
    open: async (user, returnTo) => openPage(await connect(), user, `${publicUrl}${returnTo}`),
    read: async (session, userId) => readCard(await connect(), session, userId),
    drop: async (customer) => dropCard(await connect(), customer),
  }

  async function openPage(
    stripe: Stripe,
    { id, email }: { id: string; email: string },
    page: string,
  ): Promise<{ url: string }> {
    const metadata = { [USER]: id, [SHOP]: publicUrl }
    const params: Stripe.Checkout.SessionCreateParams = {
      mode: 'setup',
      ...SAVES_CARD,
      locale: 'auto',
      metadata,
      setup_intent_data: { metadata },
      // Stripe replaces this with the id of the session.
      success_url: `${page}?session={CHECKOUT_SESSION_ID}`,
      cancel_url: page,
    }
    const { sessions } = stripe.checkout
    const { url } = await sessions.create({ ...params, customer_email: email }).catch((error: unknown) => {
      if (isRefusal(error) && error.param === 'customer_email') return sessions.create(params)
      throw error
    })
    if (url === null) throw new Error('Stripe has returned no page for saving a card.')
    return { url }
  }

  async function readCard(stripe: Stripe, id: string, userId: string): Promise<SavedCard | null> {
    try {
      const session = await stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] })
      const { metadata, status, customer, setup_intent: intent } = session
      const isOwn = metadata?.[USER] === userId && metadata[SHOP] === publicUrl
      if (!isOwn || status !== 'complete' || typeof customer !== 'string') return null
      return { customer, ...savedMethod(typeof intent === 'string' ? null : intent?.payment_method) }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
}

/** Detaches the cards of a customer. One that Stripe does not know has none. */
async function dropCard(stripe: Stripe, customer: string): Promise<void> {
  try {
    for await (const { id } of stripe.customers.listPaymentMethods(customer))
      await stripe.paymentMethods.detach(id)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
