import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import type { EditedProfile } from '#contract/shop/calls.ts'
import { NameFields } from '../profile/sections.tsx'
import { useProfileForm } from '../profile/use-profile-form.ts'
import { StepForm } from './step-form.tsx'
import type { StepProps } from './step.tsx'
import { words } from './texts.ts'

/** The first step: the name of the shop, its tagline and its logo. */
export function NameStep({ onSaved }: StepProps) {
  const query = useQuery(callQuery('GET /shop/profile'))
  return (
    <FreshForm query={query} loading={words.loading} failed={words.stepFailed}>
      {(loaded) => <NameForm loaded={withoutName(loaded)} onSaved={onSaved} />}
    </FreshForm>
  )
}

/** Returns the profile without the name that every new shop has, so that the owner need not delete it. */
function withoutName(loaded: EditedProfile): EditedProfile {
  if (loaded.version > 0) return loaded
  return { ...loaded, draft: { ...loaded.published, name: '' } }
}

function NameForm({ loaded, onSaved }: StepProps & { loaded: EditedProfile }) {
  const { form, uploads, guard, failure, running, publish } = useProfileForm(loaded, onSaved)
  return (
    <StepForm
      onSubmit={(event) => {
        event.preventDefault()
        void publish()
      }}
      guard={guard}
      isBusy={running !== null}
      failure={failure}
    >
      <NameFields form={form} uploads={uploads} />
      <p className="small">{words.nameMore}</p>
    </StepForm>
  )
}
