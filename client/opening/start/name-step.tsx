import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { TextField } from '#client/ui/fields.tsx'
import { useShowProfile } from '#client/ui/shop/use-show-profile.ts'
import type { EditedProfile } from '#contract/shop/calls.ts'
import { FreshStep } from './fresh-step.tsx'
import { StepForm } from './step-form.tsx'
import type { StepFormProps } from './step.tsx'
import { words } from './texts.ts'
import { useSaving } from './use-saving.ts'

/** The first step: the name of the shop and its tagline. */
export function NameStep(props: StepFormProps) {
  const query = useQuery(callQuery('GET /shop/profile'))
  return (
    <FreshStep query={query}>
      {(edited) => <NameForm key={edited.version} edited={edited} {...props} />}
    </FreshStep>
  )
}

type NameFields = { name: string; tagline: string }

function NameForm({ edited, onSaved }: StepFormProps & { edited: EditedProfile }) {
  const { published, draft, version } = edited
  const profile = draft ?? published
  const isNew = version === 0
  const form = useForm<NameFields>({
    defaultValues: { name: isNew ? '' : profile.name, tagline: profile.tagline },
  })
  const { register, formState } = form
  const showProfile = useShowProfile()
  const saving = useSaving(form, async ({ name, tagline }) => {
    const changed = { ...profile, name: name.trim(), tagline: tagline.trim() }
    const saved = await api('PUT /shop/profile/draft', { body: { profile: changed, version } })
    await api('POST /shop/profile/publish', { body: saved })
    showProfile(changed)
    await onSaved()
  })
  return (
    <StepForm saving={saving}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        autoComplete="organization"
        error={formState.errors.name?.message}
        {...register('name', {
          validate: (text) => text.trim() !== '' || words.required(words.name),
          maxLength: { value: 60, message: words.tooLong(60) },
        })}
      />
      <TextField
        label={words.tagline}
        hint={words.taglineHint}
        autoComplete="off"
        error={formState.errors.tagline?.message}
        {...register('tagline', { maxLength: { value: 160, message: words.tooLong(160) } })}
      />
      <p className="small">{words.nameMore}</p>
    </StepForm>
  )
}
