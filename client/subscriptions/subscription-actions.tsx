import { useState } from 'react'
import type { OwnSubscription, OwnSubscriptions } from '#contract/orders/subscriptions.ts'
import { errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { showError } from '#client/ui/toasts.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { SwapDialog } from './swap-dialog.tsx'
import { words } from './texts.ts'
import { coffeeName, movedText, useChange } from './use-subscriptions.ts'

type SubscriptionActionsProps = { subscription: OwnSubscription; data: OwnSubscriptions; token: string }

/** The buttons of a subscription. What each of them does can be undone. */
export function SubscriptionActions({ subscription, data, token }: SubscriptionActionsProps) {
  const { busy, change } = useChange(token, subscription)
  if (subscription.state === 'active')
    return <ActiveActions {...{ subscription, data, token, busy, change }} />
  if (subscription.deliveriesLeft !== undefined) return null
  return (
    <p>
      <Button
        busy={busy}
        busyText={words.changing}
        aria-label={words.actionOf(words.restart, coffeeName(subscription))}
        onClick={() => void change({ state: 'active' }, () => words.restarted).catch(sayError)}
      >
        {words.restart}
      </Button>
    </p>
  )
}

function sayError(error: unknown): void {
  showError(errorText(error))
}

type ActiveActionsProps = SubscriptionActionsProps & ReturnType<typeof useChange>

const DIALOGS = {
  swap: SwapDialog,
  address: AddressDialog,
  pause: PauseDialog,
  cancel: CancelDialog,
} as const

function ActiveActions({ subscription, data, token, busy, change }: ActiveActionsProps) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const { later, next, deliveriesLeft } = subscription
  const button = (text: string, onClick: () => void) => (
    <Button
      tone="quiet"
      busy={busy}
      aria-label={words.actionOf(text, coffeeName(subscription))}
      onClick={onClick}
    >
      {text}
    </Button>
  )
  const second = next[1]
  const moveTo = (nextOn: string) => void change({ nextOn }, movedText).catch(sayError)
  const Open = open && DIALOGS[open]
  return (
    <div className="subscription-actions">
      {second && button(words.skip, () => moveTo(second.day))}
      {later !== undefined && later !== second?.promise.roastOn && button(words.later, () => moveTo(later))}
      {button(words.swap, () => setOpen('swap'))}
      {button(words.address, () => setOpen('address'))}
      {button(words.pause, () => setOpen('pause'))}
      {/* A gift costs nothing more, so that it can wait. */}
      {deliveriesLeft === undefined && button(words.cancel, () => setOpen('cancel'))}
      {Open && <Open {...{ subscription, data, token, change }} onClose={() => setOpen(null)} />}
    </div>
  )
}
