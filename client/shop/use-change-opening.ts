import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { useShop, useShopUpdate } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { failureText } from '#client/ui/settings-form/form-errors.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { VersionedOpening } from '#contract/shop/calls.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { words } from './texts.ts'

export const OPENING = callQuery('GET /shop/opening')

/** Returns the function that changes the opening, and the opening that is being saved, or null. */
export function useChangeOpening() {
  const client = useQueryClient()
  const shop = useShop()
  const updateShop = useShopUpdate()
  const saved = () => client.getQueryData<VersionedOpening>(OPENING.queryKey)
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
