import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#client/lib/query.ts'
import { startFields } from '#client/selling/proposed-fields.ts'
import { useSellingForm } from '#client/selling/use-selling-form.ts'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import type { VersionedSelling } from '#contract/selling/settings.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { StepForm } from './step-form.tsx'
import type { StepProps } from './step.tsx'
import { words } from './texts.ts'

/** The second step: country, time zone, currency and tax of the shop, and one way of delivery. */
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

type DeliveryFormProps = StepProps & { loaded: VersionedSelling; isCurrencyFixed: boolean }

function DeliveryForm({ loaded, isCurrencyFixed, onSaved }: DeliveryFormProps) {
  const [initial] = useState(() => startFields(loaded))
  const { form, submit, guard, failure } = useSellingForm({ loaded, initial, onSaved })
  return (
    <StepForm onSubmit={submit} guard={guard} isBusy={form.formState.isSubmitting} failure={failure}>
      <DeliveryFields form={form} saved={loaded.settings} isCurrencyFixed={isCurrencyFixed} />
    </StepForm>
  )
}
