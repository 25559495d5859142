import { useRef } from 'react'
import { useCurrency } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { CheckField, OptionField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import type {
  OwnSubscription,
  SubscriptionChange,
  SubscriptionChoice,
} from '#contract/orders/subscriptions.ts'
import { MAX_AT_ONCE } from '#contract/values/limits.ts'
import { formatPrice } from '#contract/values/money.ts'
import { nameWithWeight } from '#contract/values/orders/grams.ts'
import { RHYTHMS } from '#contract/values/orders/subscriptions.ts'
import { changedText, rhythmText } from './use-subscriptions.ts'
import type { ActionDialogProps } from './use-subscriptions.ts'
import { DeliveryCost } from './delivery-cost.tsx'
import { CodeField, readCode, useMailedCode } from './mailed-code.tsx'
import { words } from './texts.ts'

type Fields = {
  productId: string
  roastersChoice: boolean
  grind: string
  quantity: string
  everyWeeks: string
  secondChoice: string
  code: string
}

/** A dialog in which the customer chooses another coffee, size, grind, number of bags, rhythm, or a second choice. */
export function SwapDialog({ subscription, data, token, change, onClose }: ActionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const currency = useCurrency()
  const code = useMailedCode(token)
  const defaultValues = fieldsOf(subscription)
  const isGift = subscription.deliveriesLeft !== undefined
  const priced = agreedPrice(data.choices, subscription)
  const choices = isGift
    ? priced.filter((choice) => Number(choice.price) <= Number(subscription.price))
    : priced
  const kindOf = (id: string) => kindFor(choices, { productId: id, subscription })
  const form = useSendingForm<Fields>(
    async (fields) => {
      const roastersChoice = fields.roastersChoice && kindOf(fields.productId) !== undefined
      const wanted = changeOf(defaultValues, { ...fields, roastersChoice })
      const send = () => change(wanted, changedText, readCode(fields.code))
      if (Object.keys(wanted).length === 0 || (await code.confirm(send))) close()
    },
    { defaultValues },
  )
  const [productId, quantity, rhythm] = form.watch(['productId', 'quantity', 'everyWeeks'])
  const kind = kindOf(productId)
  const isOpen = kind !== undefined && form.watch('roastersChoice')
  const asCoffee = (choice: SubscriptionChoice) => ({
    value: choice._id,
    text: choiceText(choice, isGift ? null : currency),
  })
  const seconds = (id: string) => secondChoices(choices, { productId: id, subscription })
  function forgetDearer({ target }: { target: { value: string } }): void {
    const isOffered = seconds(target.value).some(({ _id }) => _id === form.getValues('secondChoice'))
    if (!isOffered) form.setValue('secondChoice', '')
  }
  return (
    <Dialog ref={dialog} title={words.swapTitle} onClose={onClose}>
      <SendingForm form={form} button={words.save} busyText={words.saving} wide>
        <OptionField
          label={words.coffee}
          options={withOwn(choices.map(asCoffee), subscription)}
          {...form.field('productId', { onChange: forgetDearer })}
        />
        {kind !== undefined && (
          <CheckField label={words.roastersChoice(kind)} {...form.field('roastersChoice')} />
        )}
        {data.grinds.length > 0 && (
          <OptionField
            label={words.grind}
            options={grindOptions(data.grinds, subscription)}
            {...form.field('grind')}
          />
        )}
        {!isGift && (
          <OptionField
            label={words.quantity}
            options={Array.from({ length: MAX_AT_ONCE }, (_, at) => asOption(String(at + 1)))}
            {...form.field('quantity')}
          />
        )}
        <OptionField
          label={words.rhythm}
          options={RHYTHMS.map((weeks) => ({ value: String(weeks), text: words.every(weeks) }))}
          hint={rhythmText(subscription, Number(rhythm))}
          {...form.field('everyWeeks')}
        />
        {!isOpen && (
          <OptionField
            label={words.secondChoice}
            options={[
              { value: '', text: words.noSecondChoice },
              ...seconds(productId).map(asCoffee),
              ...goneSecond(choices, subscription),
            ]}
            {...form.field('secondChoice')}
          />
        )}
        {!isGift && <DeliveryCost {...{ subscription, choices, productId }} quantity={Number(quantity)} />}
        <CodeField
          code={code}
          field={(rules) => form.field('code', rules)}
          focus={() => form.setFocus('code')}
        />
      </SendingForm>
      <Button tone="quiet" wide onClick={close}>
        {words.keep}
      </Button>
    </Dialog>
  )
}

function asOption(text: string) {
  return { value: text, text }
}

/** Returns the text of a choice. The price is left out without a currency. */
export function choiceText({ name, weight, price }: SubscriptionChoice, currency: string | null): string {
  const product = nameWithWeight(name, weight)
  return currency === null ? product : `${product}, ${formatPrice(price, currency)}`
}

/** Returns the choices, with the price of the subscription for its own coffee. */
function agreedPrice(choices: SubscriptionChoice[], { product, price }: OwnSubscription) {
  return choices.map((choice) => (choice._id === product._id ? { ...choice, price } : choice))
}

/**
 * Returns the kind of coffees from which the roaster can choose in place of the chosen one, or undefined if there is no other. Of the
 * coffee of the subscription it is also returned if the roaster chooses already, so that the customer can change that.
 */
function kindFor(choices: SubscriptionChoice[], { productId, subscription }: Chosen): string | undefined {
  const { product, roastersChoice, kind } = subscription
  const isOwn = roastersChoice && productId === product._id
  const chosen = choices.find(({ _id }) => _id === productId)
  return chosen?.kind ?? (isOwn ? (kind ?? '') : undefined)
}

type Chosen = { productId: string; subscription: OwnSubscription }

/** Returns the coffees that can come in place of another one: those that cost no more, and the one that was chosen for it. */
function secondChoices(choices: SubscriptionChoice[], { productId, subscription }: Chosen) {
  const { product, price, secondChoice } = subscription
  const most = choices.find(({ _id }) => _id === productId)?.price ?? price
  const isKept = (id: string) => productId === product._id && id === secondChoice
  return choices.filter((choice) => Number(choice.price) <= Number(most) || isKept(choice._id))
}

/** The second choice may no longer be sold. */
function goneSecond(choices: SubscriptionChoice[], { secondChoice }: OwnSubscription) {
  const isGone = secondChoice !== null && choices.every(({ _id }) => _id !== secondChoice)
  return isGone ? [{ value: secondChoice, text: words.secondGone }] : []
}

function grindOptions(grinds: string[], { grind }: OwnSubscription) {
  if (grind === null) return [{ value: '', text: words.noGrind }, ...grinds.map(asOption)]
  return [...new Set([...grinds, grind])].map(asOption)
}

/** The coffee of the subscription may no longer be sold. */
function withOwn<T extends { value: string; text: string }>(options: T[], { product }: OwnSubscription) {
  const isSold = options.some(({ value }) => value === product._id)
  return isSold ? options : [{ value: product._id, text: product.name }, ...options]
}

function fieldsOf({
  product,
  roastersChoice,
  grind,
  quantity,
  everyWeeks,
  secondChoice,
}: OwnSubscription): Fields {
  return {
    productId: product._id,
    roastersChoice,
    grind: grind ?? '',
    quantity: String(quantity),
    everyWeeks: String(everyWeeks),
    secondChoice: secondChoice ?? '',
    code: '',
  }
}

function changeOf(before: Fields, after: Fields): SubscriptionChange {
  const { productId, roastersChoice, grind, quantity, everyWeeks, secondChoice } = after
  const rhythm = RHYTHMS.find((weeks) => String(weeks) === everyWeeks)
  return {
    ...(productId !== before.productId && { productId }),
    ...(roastersChoice !== before.roastersChoice && { roastersChoice }),
    ...(grind !== before.grind && { grind }),
    ...(quantity !== before.quantity && { quantity: Number(quantity) }),
    ...(everyWeeks !== before.everyWeeks && rhythm && { everyWeeks: rhythm }),
    ...(secondChoice !== before.secondChoice && { secondChoice: secondChoice || null }),
  }
}
