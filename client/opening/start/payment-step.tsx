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

type LaterFields = { note: string }

function LaterForm({ loaded, onSaved }: StepFormProps & { loaded: VersionedSelling }) {
  const { settings, version } = loaded
  const form = useForm<LaterFields>({ defaultValues: { note: settings.payLaterNote } })
  const { register, formState } = form
  const saving = useSaving(form, async ({ note }) => {
    await api('PUT /selling', { body: { settings: { ...settings, payLaterNote: note.trim() }, version } })
    await onSaved()
  })
  return (
    <StepForm saving={saving}>
      <TextArea
        label={words.payLater}
        hint={words.payLaterHint}
        rows={3}
        error={formState.errors.note?.message}
        {...register('note', {
          validate: (text) => text.trim() !== '' || words.required(words.steps.payment),
          maxLength: { value: 1000, message: words.tooLong(1000) },
        })}
      />
      <p className="small">{words.cards}</p>
    </StepForm>
  )
}
