import { useState } from 'react'
import type { OwnSubscription, OwnSubscriptions } from '#contract/subscriptions.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { Button } from '#client/ui/button.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { SwapDialog } from './swap-dialog.tsx'
import { words } from './texts.ts'
import { useChange } from './use-subscriptions.ts'

type SubscriptionActionsProps = { subscription: OwnSubscription; data: OwnSubscriptions; token: string }

const DIALOGS = { swap: SwapDialog, pause: PauseDialog, cancel: CancelDialog } as const

/** The buttons of a subscription. What each of them does can be undone. */
export function SubscriptionActions({ subscription, data, token }: SubscriptionActionsProps) {
  const { busy, change } = useChange(token, subscription)
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const { state, later, next, product } = subscription
  const nameOf = (action: string) => words.actionOf(action, product.name)
  const button = (text: string, onClick: () => void) => (
    <Button tone="quiet" busy={busy} aria-label={nameOf(text)} onClick={onClick}>
      {text}
    </Button>
  )
  if (state !== 'active')
    return (
      <p>
        <Button
          busy={busy}
          busyText={words.changing}
          aria-label={nameOf(words.restart)}
          onClick={() => void change({ state: 'active' }, () => words.restarted)}
        >
          {words.restart}
        </Button>
      </p>
    )
  const second = next[1]
  const moveTo = (nextOn: string) => void change({ nextOn }, movedText)
  const Open = open && DIALOGS[open]
  return (
    <div className="subscription-actions">
      {second && button(words.skip, () => moveTo(second.day))}
      {later !== undefined && button(words.later, () => moveTo(later))}
      {button(words.swap, () => setOpen('swap'))}
      {button(words.pause, () => setOpen('pause'))}
      {button(words.cancel, () => setOpen('cancel'))}
      {Open && <Open subscription={subscription} data={data} change={change} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** Says when the next delivery of a subscription is roasted. */
export function movedText({ next: [first] }: OwnSubscription): string {
  return first ? words.movedTo(weekdayText(first.promise.roastOn)) : words.moved
}

/** What a dialog gets that changes a subscription. */
export type ActionDialogProps = {
  subscription: OwnSubscription
  data: OwnSubscriptions
  change: ReturnType<typeof useChange>['change']
  onClose: () => void
}
