import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PayNote } from '#client/selling/shop-fields.tsx'
import { useSellingForm } from '#client/selling/use-selling-form.ts'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import type { VersionedSelling } from '#contract/selling/settings.ts'
import type { ShopStart } from '#contract/shop/start.ts'
import { StepForm } from './step-form.tsx'
import type { StepProps } from './step.tsx'
import { words } from './texts.ts'

/** The third step: how customers pay. The gateway is a setting of the server, so only the text can be changed here. */
export function PaymentStep({ start, onSaved }: StepProps & { start: ShopStart }) {
  if (start.gateway === 'stripe') return <p>{words.stripe}</p>
  if (start.gateway !== 'later') return <p>{words.instant}</p>
  return <LaterStep onSaved={onSaved} />
}

function LaterStep({ onSaved }: StepProps) {
  const query = useQuery(callQuery('GET /selling'))
  return (
    <FreshForm query={query} loading={words.loading} failed={words.stepFailed}>
      {(loaded) => <LaterForm loaded={loaded} onSaved={onSaved} />}
    </FreshForm>
  )
}

/** Asks for the texts that the shop's ways of delivery need: one for parcels, and one for pickups. */
function LaterForm({ loaded, onSaved }: StepProps & { loaded: VersionedSelling }) {
  const { form, submit, guard, failure } = useSellingForm({ loaded, onSaved })
  const kinds = loaded.settings.methods.map(({ kind }) => kind)
  const hasParcels = kinds.length === 0 || kinds.includes('parcel')
  return (
    <StepForm onSubmit={submit} guard={guard} isBusy={form.formState.isSubmitting} failure={failure}>
      {hasParcels && <PayNote form={form} name="payLaterNote" isRequired />}
      {kinds.includes('pickup') && <PayNote form={form} name="payAtPickupNote" isRequired />}
      <p className="small">{words.cards}</p>
    </StepForm>
  )
}
