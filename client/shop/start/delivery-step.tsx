import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { MethodsSection } from '#client/selling/method-fields.tsx'
import { currencyOptions } from '#client/selling/names.ts'
import { proposeUsual, startFields } from '#client/selling/proposed-fields.ts'
import { ShopSection, WithdrawalField } from '#client/selling/shop-fields.tsx'
import { TaxSection } from '#client/selling/tax-fields.tsx'
import { words as sellingWords } from '#client/selling/texts.ts'
import { useSellingForm } from '#client/selling/use-selling-form.ts'
import { OptionField } from '#client/ui/fields.tsx'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import type { ShownSelling } from '#contract/selling/settings.ts'
import { StepForm } from './step.tsx'
import type { StepProps } from './step.tsx'
import { words } from './texts.ts'

/** The second step: the sections of the page Selling that a shop needs to open, with the currency. */
export function DeliveryStep({ onSaved }: StepProps) {
  const selling = useQuery(callQuery('GET /selling'))
  const currency = useQuery(callQuery('GET /selling/currency'))
  return (
    <FreshForm query={selling} loading={words.loading} failed={words.stepFailed}>
      {(loaded) => (
        <FreshForm query={currency} loading={words.loading} failed={words.stepFailed}>
          {({ isFixed }) => <DeliveryForm loaded={loaded} isCurrencyFixed={isFixed} onSaved={onSaved} />}
        </FreshForm>
      )}
    </FreshForm>
  )
}

type DeliveryFormProps = Pick<StepProps, 'onSaved'> & { loaded: ShownSelling; isCurrencyFixed: boolean }

/** Choosing a country fills in what is usual there. */
function DeliveryForm({ loaded, isCurrencyFixed, onSaved }: DeliveryFormProps) {
  const { form, submit, guard, failure } = useSellingForm({ loaded, begin: startFields, onSaved })
  const { settings } = loaded
  return (
    <StepForm onSubmit={submit} guard={guard} isBusy={form.formState.isSubmitting} failure={failure}>
      <ShopSection
        form={form}
        heading="h3"
        onCountry={(country) => proposeUsual(form, settings, { country, isCurrencyFixed })}
      >
        <OptionField
          label={sellingWords.currency}
          hint={isCurrencyFixed ? sellingWords.currencyFixed : words.currencyHint}
          placeholder={sellingWords.choose}
          options={currencyOptions.filter(({ value }) => !isCurrencyFixed || value === settings.currency)}
          {...form.register('currency')}
        />
      </ShopSection>
      <TaxSection form={form} heading="h3">
        <WithdrawalField form={form} />
      </TaxSection>
      <MethodsSection form={form} heading="h3" />
    </StepForm>
  )
}
