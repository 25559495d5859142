import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import type { VersionedSelling } from '#contract/selling/settings.ts'
import { CountryFields } from './country-fields.tsx'
import { deliveryFields, withDelivery } from './first-method.ts'
import type { DeliveryFields } from './first-method.ts'
import { FirstMethodFields } from './first-method-fields.tsx'
import { FreshStep } from './fresh-step.tsx'
import { StepForm } from './step-form.tsx'
import type { StepFormProps } from './step.tsx'
import { words } from './texts.ts'
import { useSaving } from './use-saving.ts'

/** The second step: country, time zone, currency and tax of the shop, and one way of delivery. */
export function DeliveryStep(props: StepFormProps) {
  const selling = useQuery(callQuery('GET /selling'))
  const currency = useQuery(callQuery('GET /selling/currency'))
  return (
    <FreshStep query={selling}>
      {(loaded) => (
        <FreshStep query={currency}>
          {({ isFixed }) => (
            <DeliveryForm key={loaded.version} loaded={loaded} isFixed={isFixed} {...props} />
          )}
        </FreshStep>
      )}
    </FreshStep>
  )
}

type DeliveryFormProps = StepFormProps & { loaded: VersionedSelling; isFixed: boolean }

function DeliveryForm({ loaded, isFixed, onSaved }: DeliveryFormProps) {
  const { settings, version } = loaded
  const [defaultValues] = useState(() => deliveryFields(settings, version))
  const form = useForm<DeliveryFields>({ defaultValues })
  const hasMethods = settings.methods.length > 0
  const saving = useSaving(form, (fields) => save(fields, loaded, onSaved))
  return (
    <StepForm saving={saving}>
      <CountryFields form={form} saved={{ ...settings, isFixed }} />
      {hasMethods ? (
        <p className="small">{words.hasMethods(settings.methods.map(({ name }) => name).join(', '))}</p>
      ) : (
        <FirstMethodFields form={form} />
      )}
    </StepForm>
  )
}

/**
 * Saves the currency, if it was changed, and then the other settings. If the currency was changed, loads the page again,
 * because every amount in this tab is in the old currency.
 */
async function save(
  fields: DeliveryFields,
  loaded: VersionedSelling,
  onSaved: () => Promise<void>,
): Promise<void> {
  const { currency } = fields
  const isChanged = currency !== loaded.settings.currency
  if (isChanged) await api('PUT /selling/currency', { body: { currency } })
  const { settings, version } = isChanged ? await api('GET /selling') : loaded
  await api('PUT /selling', { body: { settings: withDelivery(settings, fields), version } })
  if (isChanged) location.reload()
  else await onSaved()
}
