import { useQuery } from '@tanstack/react-query'
import { CoffeeForm } from '#client/catalogue/forms/coffee-form.tsx'
import { callQuery } from '#client/lib/query.ts'
import { PayNote } from '#client/selling/shop-fields.tsx'
import { useSellingForm } from '#client/selling/use-selling-form.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import { pages } from '#contract/pages.ts'
import type { VersionedSelling } from '#contract/selling/settings.ts'
import type { EditedProfile } from '#contract/shop/calls.ts'
import { NameFields } from '../profile/sections.tsx'
import { useProfileForm } from '../profile/use-profile-form.ts'
import { StepForm } from './step.tsx'
import type { StepProps } from './step.tsx'
import { words } from './texts.ts'

type OnSaved = Pick<StepProps, 'onSaved'>

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

function NameForm({ loaded, onSaved }: OnSaved & { loaded: EditedProfile }) {
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

/** The third step: how customers pay. The gateway is a setting of the server, so only the text can be changed here. */
export function PaymentStep({ start, onSaved }: StepProps) {
  const query = useQuery(callQuery('GET /selling'))
  if (start.gateway === 'stripe') return <p>{words.stripe}</p>
  if (start.gateway !== 'later') return <p>{words.instant}</p>
  return (
    <FreshForm query={query} loading={words.loading} failed={words.stepFailed}>
      {(loaded) => <LaterForm loaded={loaded} onSaved={onSaved} />}
    </FreshForm>
  )
}

/** Asks for the texts that the shop's ways of delivery need: one for parcels, and one for pickups. */
function LaterForm({ loaded, onSaved }: OnSaved & { loaded: VersionedSelling }) {
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

/** The fourth step: the first coffee together with its brand. */
export function ProductStep({ start, onSaved }: StepProps) {
  if (!start.isDone.products) return <CoffeeForm withBrand onDone={onSaved} />
  return (
    <>
      <p>{words.hasProducts}</p>
      <div>
        <ButtonLink to={pages.addCoffee} tone="quiet">
          {words.addMore}
        </ButtonLink>
      </div>
    </>
  )
}
