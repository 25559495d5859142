import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { FormError } from '#client/ui/form.tsx'
import { LoadError } from '#client/ui/states.tsx'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { Section } from '../forms/section.tsx'
import { formWords } from '../forms/texts.ts'
import { words } from './texts.ts'
import { OPENING, useChangeOpening } from './use-change-opening.ts'

/** Opens or closes the shop, and says who can see its products. Both take effect at once, without a draft. */
export function OpeningForm() {
  const query = useQuery(OPENING)
  const { change, changing, failure } = useChangeOpening()
  if (query.isLoadingError) return <LoadError title={words.openingFailed} query={query} />
  if (!query.data) return null
  const opening = changing ?? query.data.opening
  return (
    <Section title={words.opening} more={words.openingMore}>
      <Switch
        isOpen={opening.isOpen}
        busy={changing !== null}
        onSwitch={(isOpen) => change({ ...opening, isOpen })}
      />
      <Audience
        chosen={opening.productsFor}
        onChoose={(productsFor) => change({ ...opening, productsFor })}
      />
      <FormError>{failure}</FormError>
    </Section>
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

const AUDIENCES = ['everyone', 'signedIn'] as const

type AudienceProps = {
  chosen: ShopOpening['productsFor']
  onChoose: (chosen: ShopOpening['productsFor']) => void
}

function Audience({ chosen, onChoose }: AudienceProps) {
  const name = useId()
  return (
    <fieldset className="settings-choice">
      <legend>{words.audience}</legend>
      {AUDIENCES.map((audience) => (
        <label key={audience} className="icon-text">
          <input type="radio" name={name} checked={audience === chosen} onChange={() => onChoose(audience)} />
          {words.audiences[audience]}
        </label>
      ))}
    </fieldset>
  )
}
