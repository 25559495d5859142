import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CoffeeForm } from '#client/catalogue/forms/coffee-form.tsx'
import { callQuery } from '#client/lib/query.ts'
import { PaymentSection } from '#client/selling/payment-fields.tsx'
import { useSellingForm } from '#client/selling/use-selling-form.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import { pages } from '#contract/pages.ts'
import type { ShownSelling } from '#contract/selling/settings.ts'
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

/** The third step: how customers pay. In a demo shop there is nothing to choose. */
export function PaymentStep({ start, onSaved }: StepProps) {
  const query = useQuery(callQuery('GET /selling'))
  const [isSaved, setIsSaved] = useState(false)
  async function checkSaved() {
    await onSaved()
    setIsSaved(true)
  }
  if (start.gateway === 'instant') return <p>{words.instant}</p>
  return (
    <FreshForm query={query} loading={words.loading} failed={words.stepFailed}>
      {(loaded) => (
        <WaysForm
          loaded={loaded}
          onSaved={checkSaved}
          missing={isSaved && !start.isDone.payment ? words.paymentMissing : null}
        />
      )}
    </FreshForm>
  )
}

type WaysFormProps = OnSaved & { loaded: ShownSelling; missing: string | null }

function WaysForm({ loaded, onSaved, missing }: WaysFormProps) {
  const { form, submit, guard, failure } = useSellingForm({ loaded, onSaved })
  return (
    <StepForm
      onSubmit={submit}
      guard={guard}
      isBusy={form.formState.isSubmitting}
      failure={failure ?? missing}
    >
      <PaymentSection form={form} heading="h3" hasStripe={loaded.hasStripe} />
      {!loaded.hasStripe && <p className="small">{words.cards}</p>}
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
