import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { KindField, NoteField } from '#client/selling/method-fields.tsx'
import { currencyOptions } from '#client/selling/names.ts'
import { usualFields } from '#client/selling/proposed-fields.ts'
import '#client/selling/selling.css'
import { toFields } from '#client/selling/selling-fields.ts'
import type { SellingFields } from '#client/selling/selling-fields.ts'
import { ShopFields, WithdrawalField } from '#client/selling/shop-fields.tsx'
import { TaxFields } from '#client/selling/tax-fields.tsx'
import { words as sellingWords } from '#client/selling/texts.ts'
import { RateFields } from '#client/selling/zone-fields.tsx'
import { SelectField } from '#client/ui/fields.tsx'
import { Section } from '#client/ui/settings-form/section.tsx'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { words } from './texts.ts'

type Form = UseFormReturn<SellingFields>
type DeliveryFieldsProps = { form: Form; saved: SellingSettings; isCurrencyFixed: boolean }

/** The settings for selling that a shop needs to open. Choosing a country fills in what is usual there. */
export function DeliveryFields({ form, saved, isCurrencyFixed }: DeliveryFieldsProps) {
  const hasMethods = saved.methods.length > 0

  function propose(country: string) {
    const { currency, tax, hasWithdrawal } = usualFields(country, toFields(saved).tax)
    if (currency !== null && !isCurrencyFixed) form.setValue('currency', currency)
    form.setValue('tax', tax)
    form.setValue('hasWithdrawal', hasWithdrawal)
    if (!hasMethods) form.setValue('methods.0.zones.0.countries', [country])
  }

  return (
    <>
      <Section heading="h3" title={sellingWords.shop}>
        <ShopFields form={form} onCountry={propose} />
        <SelectField
          label={sellingWords.currency}
          hint={isCurrencyFixed ? sellingWords.currencyFixed : words.currencyHint}
          placeholder={sellingWords.choose}
          options={currencyOptions.filter(({ value }) => !isCurrencyFixed || value === saved.currency)}
          {...form.register('currency')}
        />
      </Section>
      <Section heading="h3" title={sellingWords.tax} more={sellingWords.taxMore}>
        <TaxFields form={form} />
        <WithdrawalField form={form} />
      </Section>
      <Section heading="h3" title={sellingWords.methods}>
        {hasMethods ? (
          <p className="small">{words.hasMethods(saved.methods.map(({ name }) => name).join(', '))}</p>
        ) : (
          <FirstMethod form={form} />
        )}
      </Section>
    </>
  )
}

/** The fields of the first way of delivery: a parcel with its price, or a pickup with its place. */
function FirstMethod({ form }: { form: Form }) {
  const kind = useWatch({ control: form.control, name: 'methods.0.kind' })
  return (
    <>
      <KindField
        form={form}
        at={0}
        onChange={(chosen) => form.setValue('methods.0.name', sellingWords.firstNames[chosen])}
      />
      {kind === 'pickup' ? (
        <NoteField form={form} at={0} isRequired />
      ) : (
        <RateFields form={form} method={0} zone={0} />
      )}
      <p className="small">{words.moreMethods}</p>
    </>
  )
}
