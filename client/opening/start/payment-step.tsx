import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { TextArea } from '#client/ui/fields.tsx'
import type { VersionedSelling } from '#contract/selling/settings.ts'
import type { ShopStart } from '#contract/shop/start.ts'
import { FreshStep } from './fresh-step.tsx'
import { StepForm } from './step-form.tsx'
import type { StepFormProps } from './step.tsx'
import { words } from './texts.ts'
import { useSaving } from './use-saving.ts'

/** The third step: how customers pay. The gateway is a setting of the server, so only the text can be changed here. */
export function PaymentStep({ start, ...props }: StepFormProps & { start: ShopStart }) {
  if (start.gateway === 'stripe') return <p>{words.stripe}</p>
  if (start.gateway !== 'later') return <p>{words.instant}</p>
  return <LaterStep {...props} />
}

function LaterStep(props: StepFormProps) {
  const query = useQuery(callQuery('GET /selling'))
  return (
    <FreshStep query={query}>
      {(loaded) => <LaterForm key={loaded.version} loaded={loaded} {...props} />}
    </FreshStep>
  )
}

type LaterFields = Pick<VersionedSelling['settings'], 'payLaterNote' | 'payAtPickupNote'>

/** Asks for the texts that the shop's ways of delivery need: one for parcels, and one for pickups. */
function LaterForm({ loaded, onSaved }: StepFormProps & { loaded: VersionedSelling }) {
  const { settings, version } = loaded
  const { payLaterNote, payAtPickupNote, methods } = settings
  const form = useForm<LaterFields>({ defaultValues: { payLaterNote, payAtPickupNote } })
  const { register, formState } = form
  const saving = useSaving(form, async (fields) => {
    const notes = {
      payLaterNote: fields.payLaterNote.trim(),
      payAtPickupNote: fields.payAtPickupNote.trim(),
    }
    await api('PUT /selling', { body: { settings: { ...settings, ...notes }, version } })
    await onSaved()
  })
  const hasPickup = methods.some(({ kind }) => kind === 'pickup')
  const isOnlyPickup = hasPickup && methods.every(({ kind }) => kind === 'pickup')
  const field = (name: keyof LaterFields, label: string) => ({
    label,
    rows: 3,
    error: formState.errors[name]?.message,
    ...register(name, {
      validate: (text) => text.trim() !== '' || words.required(label),
      maxLength: { value: 1000, message: words.tooLong(1000) },
    }),
  })
  return (
    <StepForm saving={saving}>
      {!isOnlyPickup && <TextArea {...field('payLaterNote', words.payLater)} hint={words.payLaterHint} />}
      {hasPickup && (
        <TextArea {...field('payAtPickupNote', words.payAtPickup)} hint={words.payAtPickupHint} />
      )}
      <p className="small">{words.cards}</p>
    </StepForm>
  )
}
