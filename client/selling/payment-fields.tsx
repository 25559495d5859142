import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { CheckField, TextArea, TextField } from '#client/ui/fields.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { Section } from '#client/ui/settings-form/section.tsx'
import type { SellingFields } from './selling-fields.ts'
import { optional, rules } from './selling-rules.ts'
import { words } from './texts.ts'

type PaymentSectionProps = {
  form: UseFormReturn<SellingFields>
  heading?: 'h2' | 'h3'
  /** Whether the keys of Stripe are in the settings of the program. */
  hasStripe: boolean
}

export function PaymentSection({ form, heading = 'h2', hasStripe }: PaymentSectionProps) {
  const ways = useWatch({ control: form.control, name: 'ways' })
  const way = registered(form, 'ways', {
    validate: (chosen) => chosen.length > 0 || words.waysRequired,
  })
  return (
    <Section title={words.payment} more={words.paymentMore} heading={heading}>
      <CheckField
        label={words.ways.stripe}
        hint={hasStripe ? undefined : words.needsKeys}
        {...way}
        value="stripe"
      />
      {ways.includes('stripe') && (
        <TextArea
          label={words.cardNote}
          hint={words.cardNoteHint}
          rows={2}
          {...registered(form, 'cardNote')}
        />
      )}
      <CheckField label={words.ways.transfer} {...way} value="transfer" />
      {ways.includes('transfer') && (
        <>
          <TextField label={words.holder} {...registered(form, 'bank.holder')} />
          <TextField
            label={words.iban}
            hint={words.ibanHint}
            {...registered(form, 'bank.iban', { validate: optional(rules.iban) })}
          />
          <TextArea
            label={words.payLaterNote}
            hint={words.payLaterNoteHint}
            rows={3}
            {...registered(form, 'payLaterNote')}
          />
        </>
      )}
      <CheckField label={words.ways.pickup} {...way} value="pickup" />
      {ways.includes('pickup') && (
        <TextArea
          label={words.payAtPickupNote}
          hint={words.payAtPickupNoteHint}
          rows={3}
          {...registered(form, 'payAtPickupNote')}
        />
      )}
    </Section>
  )
}
