import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { useSession } from '#client/identity/session.tsx'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import { draftKey, readDraft } from '../forms/draft.ts'
import { focusStart } from '../forms/focus-start.ts'
import type { Added } from '../forms/next-steps.tsx'
import { NO_FIELDS } from '../forms/product-fields.ts'
import type { Product } from '../forms/product-fields.ts'
import { useProductForm } from '../forms/use-product-form.ts'
import { words } from '../manage/texts.ts'
import { catalogueChanged, changeList } from './catalogue-cache.ts'
import { chosenIn } from './chosen.ts'
import type { Entry, EntryKind } from './entry-kind.ts'

/** A form adds an entry, or changes the one that it is given; then `onDone` is called when it is saved or left. */
export type EntryFormProps<Sent> = { entry?: Entry<Sent>; onDone?: () => void }

/** The form of one kind of entries: what it starts with, where it goes, and what is said afterwards. */
export function useEntryForm<Sent>(kind: EntryKind<Sent>, { entry, onDone }: EntryFormProps<Sent>) {
  const client = useQueryClient()
  const email = useSession().user?.email ?? ''
  const { search } = useLocation()
  const chosen = entry ? {} : chosenIn(search)
  const [added, setAdded] = useState<Added | null>(null)

  async function save(product: Product): Promise<boolean> {
    const body = kind.payload(product, email, entry)
    try {
      const { acknowledged } = entry ? await kind.put(entry._id, body) : await kind.post(body)
      if (entry && acknowledged) {
        await changeList<Entry<Sent>>(client, kind.listCall, (entries) =>
          entries.map((other) => (other._id === entry._id ? { ...other, ...body } : other)),
        )
      }
      return acknowledged
    } finally {
      // Without an answer it may be saved all the same.
      void catalogueChanged(client)
    }
  }

  function onSaved(product: Product, form: HTMLFormElement) {
    showSuccess(entry ? words.saved(product.name.trim()) : kind.addedToast(product))
    // Somebody may have gone to another page meanwhile.
    if (!form.isConnected) return
    if (entry) return onDone?.()
    setAdded({ name: product.name.trim(), steps: kind.nextSteps(product) })
    focusStart(form)
  }

  const key = draftKey(email, kind.key, entry?._id)
  const state = useProductForm({
    untouched: entry ? kind.fieldsOf(entry) : { ...NO_FIELDS, ...chosen },
    chosen,
    draftKey: key,
    fieldNames: kind.fieldNames,
    save,
    onSaved,
  })

  function leave() {
    state.startAfresh()
    onDone?.()
  }

  const guard = useLeaveGuard(state.isChanged)

  /** Drops the draft, so this asks about a restored one too, although the guard does not. */
  function cancel() {
    if (readDraft(key)) guard.askToDiscard(leave)
    else leave()
  }

  return { ...state, added, guard, onCancel: entry && cancel }
}
