import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { FieldPath } from 'react-hook-form'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { EditedProfile } from '#contract/shop/calls.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { errorsOf, failureText, submitOf } from '../forms/form-errors.ts'
import { formWords } from '../forms/texts.ts'
import { formPath, toFields, toProfile } from './profile-fields.ts'
import type { ProfileFields } from './profile-fields.ts'
import { words } from './texts.ts'

/** What the form does with the profile. `publish` saves the draft first. */
type Action = 'save' | 'publish' | 'discard'

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
  const form = useForm<ProfileFields>({ defaultValues: toFields(loaded.draft ?? loaded.published) })
  const { isDirty } = form.formState
  const guard = useLeaveGuard(() => isDirty || uploads.areRunning())

  function remember(profiles: EditedProfile) {
    setCurrent(profiles)
    client.setQueryData(callQuery('GET /shop/profile').queryKey, profiles)
    form.reset(toFields(profiles.draft ?? profiles.published))
  }

  async function saveDraft(profile: ShopProfile): Promise<EditedProfile> {
    const { published, version } = current
    const saved = await api('PUT /shop/profile/draft', { body: { profile, version } })
    const isPublished = JSON.stringify(profile) === JSON.stringify(published)
    return { published, draft: isPublished ? null : profile, version: saved.version }
  }

  async function publish(profile: ShopProfile): Promise<EditedProfile> {
    const draft = await saveDraft(profile)
    // If publishing fails, the draft is saved nevertheless, and has this version.
    remember(draft)
    const { version } = await api('POST /shop/profile/publish', { body: { version: draft.version } })
    return { published: profile, draft: null, version }
  }

  async function discard(): Promise<EditedProfile> {
    const { published, version } = current
    const saved = await api('DELETE /shop/profile/draft', { query: { version: String(version) } })
    return { published, draft: null, version: saved.version }
  }

  async function run(action: Action, change: () => Promise<EditedProfile>, profile?: ShopProfile) {
    setFailure(null)
    setRunning(action)
    try {
      remember(await change())
      showSuccess(DONE[action])
    } catch (error) {
      for (const [at, { field, message }] of errorsOf(error, 'profile').entries()) {
        const path = profile ? formPath(field, profile) : field
        // cast: the server names fields by the same paths as the form.
        form.setError(path as FieldPath<ProfileFields>, { message }, { shouldFocus: at === 0 })
      }
      setFailure(failureText(error))
    } finally {
      setRunning(null)
    }
  }

  /** Waits for the pictures that are being uploaded, so that the profile contains their addresses. */
  function submit(action: 'save' | 'publish') {
    const send = submitOf(
      form,
      (fields) => {
        const profile = toProfile(fields)
        return run(action, () => (action === 'save' ? saveDraft(profile) : publish(profile)), profile)
      },
      () => setFailure(formWords.someWrong),
    )
    return async () => {
      await uploads.ended()
      await send()
    }
  }

  return {
    form,
    uploads,
    guard,
    failure,
    running,
    status: isDirty ? ('unsaved' as const) : current.draft ? ('draft' as const) : ('published' as const),
    save: submit('save'),
    publish: submit('publish'),
    discard: () => run('discard', discard),
  }
}

const DONE: Record<Action, string> = {
  save: words.draftSaved,
  publish: words.published,
  discard: words.discarded,
}

export type Uploads = ReturnType<typeof useUploads>

/** Keeps the uploads of a form that have not ended. */
function useUploads() {
  const running = useRef(new Set<Promise<unknown>>())
  return {
    add: (upload: Promise<unknown>) => {
      running.current.add(upload)
      void upload.finally(() => running.current.delete(upload))
    },
    ended: async () => void (await Promise.allSettled(running.current)),
    areRunning: () => running.current.size > 0,
  }
}
