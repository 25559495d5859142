import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { FieldPath } from 'react-hook-form'
import { callQuery } from '#client/lib/query.ts'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { useShowProfile } from '#client/ui/shop/use-show-profile.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { EditedProfile } from '#contract/shop/calls.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { errorsOf, failureText, submitOf } from '../forms/form-errors.ts'
import { formWords } from '../forms/texts.ts'
import { discardDraft, publishDraft, saveDraft } from './profile-calls.ts'
import { formPath, toFields, toProfile } from './profile-fields.ts'
import type { ProfileFields } from './profile-fields.ts'
import { words } from './texts.ts'

/** What the form does with the profile. `publish` saves the draft first. */
type Action = 'save' | 'publish' | 'discard'

export type ProfileFormState = ReturnType<typeof useProfileForm>

/**
 * Returns the form for the profile of the shop, and the functions that save the draft, publish it and discard it. They
 * send the version that was loaded, and the server refuses them if another admin has changed the profile since.
 */
export function useProfileForm(loaded: EditedProfile) {
  const client = useQueryClient()
  const [current, setCurrent] = useState(loaded)
  const [failure, setFailure] = useState<string | null>(null)
  const [running, setRunning] = useState<Action | null>(null)
  const uploads = useUploads()
  const form = useForm<ProfileFields>({ defaultValues: toFields(shownOf(loaded)) })
  const { isDirty } = form.formState
  const showProfile = useShowProfile()
  const guard = useLeaveGuard(() => isDirty || uploads.areRunning())

  function remember(profiles: EditedProfile): EditedProfile {
    setCurrent(profiles)
    client.setQueryData(callQuery('GET /shop/profile').queryKey, profiles)
    form.reset(toFields(shownOf(profiles)))
    return profiles
  }

  async function run(action: Action, profile: ShopProfile): Promise<void> {
    setFailure(null)
    setRunning(action)
    try {
      // If publishing fails, the draft is saved nevertheless.
      const saved = remember(
        await (action === 'discard' ? discardDraft(current) : saveDraft(current, profile)),
      )
      if (action === 'publish') showProfile(remember(await publishDraft(saved)).published)
      showSuccess(DONE[action])
    } catch (error) {
      for (const [at, { field, message }] of errorsOf(error, 'profile').entries()) {
        // cast: the server names fields by the same paths as the form.
        const path = formPath(field, profile) as FieldPath<ProfileFields>
        form.setError(path, { message }, { shouldFocus: at === 0 })
      }
      setFailure(failureText(error))
    } finally {
      setRunning(null)
    }
  }

  /** Waits for the pictures that are being uploaded, so that the profile contains their addresses. */
  async function submit(action: 'save' | 'publish'): Promise<void> {
    await uploads.ended()
    const onInvalid = () => setFailure(formWords.someWrong)
    await submitOf(form, (fields) => run(action, toProfile(fields)), onInvalid)()
  }

  return {
    form,
    uploads,
    guard,
    failure,
    running,
    status: statusOf(isDirty, current),
    save: () => submit('save'),
    publish: () => submit('publish'),
    discard: () => run('discard', shownOf(current)),
  }
}

const DONE: Record<Action, string> = {
  save: words.draftSaved,
  publish: words.published,
  discard: words.discarded,
}

/** Returns the profile that the form begins with: the draft, if there is one. */
function shownOf({ draft, published }: EditedProfile): ShopProfile {
  return draft ?? published
}

function statusOf(isDirty: boolean, { draft }: EditedProfile): keyof typeof words.status {
  if (isDirty) return 'unsaved'
  return draft ? 'draft' : 'published'
}

export type Uploads = ReturnType<typeof useUploads>

/** Keeps the uploads of a form that have not ended. */
function useUploads() {
  const [running] = useState(() => new Set<Promise<unknown>>())
  return {
    add: (upload: Promise<unknown>) => {
      running.add(upload)
      void upload.finally(() => running.delete(upload))
    },
    ended: async () => void (await Promise.allSettled(running)),
    areRunning: () => running.size > 0,
  }
}
