import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { draftMarks, dropDraft, keepDraft } from './draft.ts'
import type { Draft } from './draft.ts'
import type { ProductFields } from './product-fields.ts'

/** `before` is the draft that the form started with. */
type Keeping = { key: string; untouched: ProductFields; before: Draft | null }

/**
 * Keeps what is typed as a draft of this tab; `startAfresh` forgets it and empties the form. `isChanged` returns
 * whether the draft differs from the one that the form started with.
 */
export function useDraft(form: UseFormReturn<ProductFields>, { key, untouched, before }: Keeping) {
  const [draft, setDraft] = useState(before)
  const [started, setStarted] = useState(() => draftMarks(key))
  const { subscribe, reset } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(key, values, untouched),
      }),
    [subscribe, key, untouched],
  )
  function startAfresh() {
    reset(untouched)
    dropDraft(key)
    setDraft(null)
    setStarted(draftMarks(key))
  }
  function isChanged() {
    return draftMarks(key).some((mark, index) => mark !== started[index])
  }
  return { draft, startAfresh, isChanged }
}
