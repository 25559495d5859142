import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { FormError } from '#client/ui/form.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { VersionedOpening } from '#contract/shop/calls.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { failureText } from '../forms/form-errors.ts'
import { Section } from '../forms/section.tsx'
import { formWords } from '../forms/texts.ts'
import { words } from './texts.ts'

const OPENING = callQuery('GET /shop/opening')

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

/** Returns the function that changes the opening, and the opening that is being saved, or null. */
function useChangeOpening() {
  const client = useQueryClient()
  const saved = () => client.getQueryData<VersionedOpening>(OPENING.queryKey)
  // A state of our own, because React would show the old choice until the mutation has told of the new one.
  const [changing, setChanging] = useState<ShopOpening | null>(null)
  const { mutate, error } = useMutation({
    // A change that is made while another one is being saved waits for it, and is based on its version.
    scope: { id: 'PUT /shop/opening' },
    mutationFn: (opening: ShopOpening) =>
      api('PUT /shop/opening', { body: { opening, version: saved()?.version ?? 0 } }),
    onSuccess: ({ version }, opening) => {
      showSuccess(opening.isOpen === saved()?.opening.isOpen ? words.saved : words.switched(opening.isOpen))
      client.setQueryData(OPENING.queryKey, { opening, version })
    },
    // Another admin may have changed the settings. The form then shows what they are now.
    onError: () => void client.invalidateQueries({ queryKey: OPENING.queryKey }),
    onSettled: (_result, _error, opening) => setChanging((latest) => (latest === opening ? null : latest)),
  })
  const change = (opening: ShopOpening) => {
    setChanging(opening)
    mutate(opening)
  }
  return { change, changing, failure: error && failureText(error) }
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
