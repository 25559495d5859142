import { api } from '#client/lib/api.ts'
import { choiceText } from '#client/subscriptions/swap-dialog.tsx'
import { OptionField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import type { OwnSubscription, SubscriptionChoice } from '#contract/orders/subscriptions.ts'
import type { DeskSubscription } from '#contract/orders/subscriptions-desk.ts'
import { dateText } from '#contract/values/dates/date-texts.ts'
import { ChangeButton, useChange } from '../changes/change-button.tsx'
import { words } from './texts.ts'

type PresentProps = { subscription: OwnSubscription; data: DeskSubscription }

/** The bag that goes with the next delivery as a present, or a form that adds one. */
export function Present({ subscription: { _id: id, state }, data: { present, choices } }: PresentProps) {
  if (!present && state !== 'active') return null
  return (
    <section className="panel subscription-card" aria-labelledby="present">
      <h2 id="present" className="text-lg">
        {words.present}
      </h2>
      {present ? <Given id={id} present={present} /> : <Give id={id} choices={choices} />}
    </section>
  )
}

function give(id: string, productId: string | null) {
  return api('PUT /subscription/{id}/present', { params: { id }, body: { productId } })
}

type GivenProps = { id: string; present: NonNullable<DeskSubscription['present']> }

function Given({ id, present: { name, soldOutOn } }: GivenProps) {
  return (
    <>
      <p className="font-medium">1 × {name}</p>
      <p>{soldOutOn === undefined ? words.presentNext : words.presentLater(dateText(soldOutOn))}</p>
      <div>
        <ChangeButton of="orders" send={() => give(id, null)} done={words.presentTaken}>
          {words.takeBack}
        </ChangeButton>
      </div>
    </>
  )
}

function Give({ id, choices }: { id: string; choices: SubscriptionChoice[] }) {
  const { mutateAsync } = useChange({
    of: 'orders',
    send: (productId: string) => give(id, productId),
    done: words.presentGiven,
  })
  const defaultValues = { productId: choices[0]?._id ?? '' }
  const form = useSendingForm<{ productId: string }>(
    // A toast says why it failed.
    ({ productId }) => mutateAsync(productId).catch(() => undefined),
    { defaultValues },
  )
  const options = choices.map((choice) => ({ value: choice._id, text: choiceText(choice, null) }))
  return (
    <>
      <p className="small">{words.presentMore}</p>
      <SendingForm form={form} button={words.give} busyText={words.working}>
        <OptionField label={words.coffee} options={options} {...form.field('productId')} />
      </SendingForm>
    </>
  )
}
