import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { FormError } from '#client/ui/form.tsx'
import { Section } from '#client/ui/settings-form/section.tsx'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { LoadError } from '#client/ui/states.tsx'
import { productAudiences } from '#contract/shop/opening-choices.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { words } from './texts.ts'
import { OPENING, useChangeOpening } from './use-change-opening.ts'

/** The section of the settings that opens or closes the shop, and says who can see its products. */
export function OpeningSection() {
  return (
    <Section title={words.opening} more={words.openingMore}>
      <OpeningFields />
    </Section>
  )
}

/** Opens or closes the shop, and says who can see its products. Both take effect at once, without a draft. */
export function OpeningFields() {
  const query = useQuery(OPENING)
  const { change, changing, failure } = useChangeOpening()
  if (query.isLoadingError) return <LoadError title={words.openingFailed} query={query} />
  if (!query.data) return null
  const opening = changing ?? query.data.opening
  return (
    <>
      <Audience
        chosen={opening.productsFor}
        onChoose={(productsFor) => change({ ...opening, productsFor })}
      />
      <Switch
        isOpen={opening.isOpen}
        busy={changing !== null}
        onSwitch={(isOpen) => change({ ...opening, isOpen })}
      />
      <FormError>{failure}</FormError>
    </>
  )
}

type SwitchProps = { isOpen: boolean; busy: boolean; onSwitch: (isOpen: boolean) => void }

function Switch({ isOpen, busy, onSwitch }: SwitchProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p>{isOpen ? words.isOpen : words.isClosed}</p>
      <p>
        <Button
          tone={isOpen ? 'quiet' : 'primary'}
          busy={busy}
          busyText={formWords.saving}
          onClick={() => (isOpen ? setAsking(true) : onSwitch(true))}
        >
          {isOpen ? words.close : words.open}
        </Button>
      </p>
      {asking && (
        <ConfirmDialog
          title={words.closeTitle}
          more={words.closeMore}
          confirm={words.close}
          onConfirm={() => onSwitch(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

type AudienceProps = {
  chosen: ShopOpening['productsFor']
  onChoose: (chosen: ShopOpening['productsFor']) => void
}

function Audience({ chosen, onChoose }: AudienceProps) {
  const name = useId()
  return (
    <fieldset className="form-choice">
      <legend>{words.audience}</legend>
      {productAudiences.toReversed().map((audience) => (
        <label key={audience} className="icon-text">
          <input type="radio" name={name} checked={audience === chosen} onChange={() => onChoose(audience)} />
          {words.audiences[audience]}
        </label>
      ))}
    </fieldset>
  )
}
