import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { useShop, useShopUpdate } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { ConfirmButton } from '#client/ui/confirm-dialog.tsx'
import { FormError } from '#client/ui/form.tsx'
import { failureText } from '#client/ui/settings-form/form-errors.ts'
import { Choice, Section } from '#client/ui/settings-form/section.tsx'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { LoadError } from '#client/ui/states.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { words } from './texts.ts'

const OPENING = callQuery('GET /shop/opening')

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
  const { isOpen } = opening
  return (
    <>
      <Choice
        legend={words.audience}
        texts={words.audiences}
        chosen={opening.productsFor}
        onChoose={(productsFor) => change({ ...opening, productsFor })}
      />
      <p>{isOpen ? words.isOpen : words.isClosed}</p>
      <p>
        <ConfirmButton
          tone={isOpen ? 'quiet' : 'primary'}
          busy={changing !== null}
          busyText={formWords.saving}
          question={isOpen ? { title: words.closeTitle, more: words.closeMore } : null}
          onConfirm={() => change({ ...opening, isOpen: !isOpen })}
        >
          {isOpen ? words.close : words.open}
        </ConfirmButton>
      </p>
      <FormError>{failure}</FormError>
    </>
  )
}

/** Returns the function that changes the opening, and the opening that is being saved, or null. */
function useChangeOpening() {
  const client = useQueryClient()
  const shop = useShop()
  const updateShop = useShopUpdate()
  const saved = () => client.getQueryData(OPENING.queryKey)
  // The variables of the mutation cannot be used for this: they arrive after a moment in which React shows the old choice.
  const [changing, setChanging] = useState<ShopOpening | null>(null)
  const { mutate, error } = useMutation({
    // A change that is made while another one is being saved waits for it, and is based on its version.
    scope: { id: 'PUT /shop/opening' },
    mutationFn: (opening: ShopOpening) =>
      api('PUT /shop/opening', { body: { opening, version: saved()?.version ?? 0 } }),
    onSuccess: ({ version }, opening) => {
      showSuccess(opening.isOpen === saved()?.opening.isOpen ? words.saved : words.switched(opening.isOpen))
      client.setQueryData(OPENING.queryKey, { opening, version })
      updateShop({ ...shop, ...opening })
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
