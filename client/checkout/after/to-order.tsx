import { useSession } from '#client/identity/session.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import type { Tone } from '#client/ui/button.tsx'
import { pages } from '#contract/pages.ts'
import { returnWords as words } from '../texts.ts'

/** Leads to the orders of the account, or to the receipt of the order that was placed without one. */
export function ToOrder({ orderId, tone }: { orderId: string | undefined; tone?: Tone }) {
  const { user } = useSession()
  if (user)
    return (
      <ButtonLink to={pages.account} {...(tone && { tone })}>
        {words.toOrders}
      </ButtonLink>
    )
  if (orderId === undefined) return null
  return (
    <ButtonLink to={pages.ownReceipt(orderId)} {...(tone && { tone })}>
      {words.toReceipt}
    </ButtonLink>
  )
}
