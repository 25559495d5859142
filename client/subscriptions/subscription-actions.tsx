import type { OwnSubscription, OwnSubscriptions } from '#contract/orders/subscriptions.ts'
import { errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import type { Tone } from '#client/ui/button.tsx'
import { useOnDemand } from '#client/ui/use-on-demand.ts'
import { showError } from '#client/ui/toasts.tsx'
import { words } from './texts.ts'
import { coffeeName, hasNoWay, keepLink, movedText, useChange } from './use-subscriptions.ts'
import type { ActionDialogProps } from './use-subscriptions.ts'

type SubscriptionActionsProps = { subscription: OwnSubscription; data: OwnSubscriptions; token: string }

/** The buttons of a subscription. What is done often has a border. All of it can be undone. */
export function SubscriptionActions({ subscription, data, token }: SubscriptionActionsProps) {
  const { busy, change } = useChange(token, subscription)
  const { state, later, next, deliveriesLeft } = subscription
  const isGift = deliveriesLeft !== undefined
  const changeNow = (...what: Parameters<typeof change>) =>
    void change(...what).catch((error: unknown) => showError(errorText(error)))
  const button = (text: string, onClick: () => void) => (
    <Button
      tone={state === 'active' ? 'quiet' : 'primary'}
      busy={busy}
      aria-label={words.actionOf(text, coffeeName(subscription))}
      // A second click would move the delivery after the first one, too.
      noDoubleClick
      onClick={onClick}
    >
      {text}
    </Button>
  )
  if (state !== 'active') {
    const restart = () => changeNow({ state: 'active' }, () => words.restarted)
    return isGift ? null : <p>{button(words.restart, restart)}</p>
  }
  const second = next[1]
  const moveTo = (nextOn: string) => changeNow({ nextOn }, movedText)
  const shared = { subscription, data, token }
  return (
    <div className="subscription-actions">
      {hasNoWay(subscription) && <DialogButton {...shared} dialog="way" tone="primary" />}
      {second && button(words.skip, () => moveTo(second.day))}
      {later !== undefined && later !== second?.promise.roastOn && button(words.later, () => moveTo(later))}
      <DialogButton {...shared} dialog="swap" tone="quiet" />
      <DialogButton {...shared} dialog="pause" />
      {/* A gift costs nothing more, so that it can wait. */}
      {!isGift && <DialogButton {...shared} dialog="cancel" />}
    </div>
  )
}

const fetchAddressDialog = () => import('./address-dialog.tsx').then((script) => script.AddressDialog)

const DIALOGS = {
  swap: () => import('./swap-dialog.tsx').then((script) => script.SwapDialog),
  address: fetchAddressDialog,
  way: fetchAddressDialog,
  pause: () => import('./pause-dialog.tsx').then((script) => script.PauseDialog),
  cancel: () => import('./cancel-dialog.tsx').then((script) => script.CancelDialog),
} as const

type DialogButtonProps = SubscriptionActionsProps & { dialog: keyof typeof DIALOGS; tone?: Tone }

export function DialogButton({ dialog, tone = 'link', ...shared }: DialogButtonProps) {
  const { subscription, token } = shared
  const { change } = useChange(token, subscription)
  const { Shown, busy, open, close } = useOnDemand<ActionDialogProps>(DIALOGS[dialog], () => keepLink(token))
  return (
    <>
      <Button
        tone={tone}
        busy={busy}
        aria-label={words.actionOf(words[dialog], coffeeName(subscription))}
        onClick={open}
      >
        {words[dialog]}
      </Button>
      {Shown && <Shown {...shared} change={change} onClose={close} />}
    </>
  )
}
