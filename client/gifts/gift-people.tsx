import type { UseFormReturn } from 'react-hook-form'
import { useSession } from '#client/identity/session.tsx'
import { OptionField, TextArea, TextField } from '#client/ui/fields.tsx'
import { EmailField, NameField, nameRules, newEmailRules } from '#client/ui/person-fields.tsx'
import type { GiftQuote } from '#contract/orders/gifts.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { NAME_LENGTH } from '#contract/values/limits.ts'
import { GIFT_MESSAGE_LENGTH } from '#contract/values/orders/gifts.ts'
import { words } from './texts.ts'

export type GiftFields = { recipient: string; message: string; startOn: string; name: string; email: string }

/** Who gets the gift and when, and who gives it. An account says who gives it. */
export function GiftPeople({ form, quote }: { form: UseFormReturn<GiftFields>; quote: GiftQuote }) {
  const { user } = useSession()
  const { errors } = form.formState
  return (
    <>
      <section className="grid gap-4">
        <h2 className="text-xl">{words.recipient}</h2>
        <TextField
          label={words.recipientName}
          autoComplete="off"
          maxLength={NAME_LENGTH}
          error={errors.recipient?.message}
          {...form.register('recipient', {
            validate: (name) => name.trim() !== '' || words.recipientMissing,
          })}
        />
        <TextArea
          label={words.message}
          hint={words.messageHint}
          rows={3}
          maxLength={GIFT_MESSAGE_LENGTH}
          {...form.register('message')}
        />
        <OptionField
          label={words.startOn}
          hint={words.startHint}
          options={quote.roastDays.map((day, index) => ({
            value: index === 0 ? '' : day,
            text: index === 0 ? words.soon(weekdayText(day)) : weekdayText(day),
          }))}
          {...form.register('startOn')}
        />
      </section>
      {!user && (
        <section className="grid gap-4">
          <h2 className="text-xl">{words.from}</h2>
          <NameField
            label={words.yourName}
            error={errors.name?.message}
            {...form.register('name', nameRules)}
          />
          <EmailField
            autoComplete="email"
            hint={words.emailHint}
            error={errors.email?.message}
            {...form.register('email', newEmailRules)}
          />
        </section>
      )}
    </>
  )
}
