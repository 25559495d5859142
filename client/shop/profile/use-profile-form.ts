import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { useShowProfile } from '#client/ui/shop/use-show-profile.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { EditedProfile } from '#contract/shop/calls.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { failureText, showErrors, submitOf } from '#client/ui/settings-form/form-errors.ts'
import { markSaved } from '#client/ui/settings-form/mark-saved.ts'
import { formWords } from '#client/ui/settings-form/texts.ts'
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
export function useProfileForm(loaded: EditedProfile, onPublished?: () => Promise<void>) {
  const client = useQueryClient()
  const [hasDraft, setHasDraft] = useState(loaded.draft !== null)
  const version = useRef(loaded.version)
  const [failure, setFailure] = useState<string | null>(null)
  const uploads = useUploads()
  const form = useForm<ProfileFields>({ defaultValues: toFields(loaded.draft ?? loaded.published) })
  const { isDirty } = form.formState
  const showProfile = useShowProfile()
  const guard = useLeaveGuard(() => isDirty || uploads.areRunning())
  const { running, inTurn } = useActions()

  /** Sends a request with the fields `sent`, and shows what is saved then. */
  async function change(action: Action, sent: ProfileFields): Promise<void> {
    version.current = (await REQUESTS[action](version.current, toProfile(sent))).version
    const saved = await api('GET /shop/profile')
    version.current = saved.version
    setHasDraft(saved.draft !== null)
    client.setQueryData(callQuery('GET /shop/profile').queryKey, saved)
    const isDiscarded = action === 'discard'
    const fields = toFields(saved.draft ?? saved.published)
    markSaved(form, { sent: isDiscarded ? form.getValues() : sent, saved: fields })
    if (action === 'publish') showProfile(saved.published)
  }

  async function run(action: Action, sent: ProfileFields): Promise<void> {
    setFailure(null)
    try {
      // If publishing fails, the draft is saved nevertheless.
      if (action === 'publish') await change('save', sent)
      await change(action, sent)
      showSuccess(DONE[action])
      if (action === 'publish') await onPublished?.()
    } catch (error) {
      const profile = toProfile(sent)
      showErrors(form, error, { within: 'profile', pathOf: (field) => formPath(field, profile) })
      setFailure(failureText(error))
    }
  }

  /** Waits for the pictures that are being uploaded, so that the profile contains their addresses. */
  async function submit(action: 'save' | 'publish'): Promise<void> {
    await uploads.ended()
    await submitOf(
      form,
      (fields) => run(action, fields),
      () => setFailure(formWords.someWrong),
    )()
  }

  return {
    form,
    uploads,
    guard,
    failure,
    running,
    status: statusOf(isDirty, hasDraft),
    save: () => inTurn('save', () => submit('save')),
    publish: () => inTurn('publish', () => submit('publish')),
    discard: () => inTurn('discard', () => run('discard', form.getValues())),
  }
}

/**
 * Returns the action that was started last, or null if it has ended, and a function that runs an action after those that
 * were started before. An action needs the version that the one before has saved.
 */
function useActions() {
  const [running, setRunning] = useState<Action | null>(null)
  const latest = useRef<Promise<void>>(Promise.resolve())
  function inTurn(action: Action, run: () => Promise<void>): Promise<void> {
    setRunning(action)
    const ended = latest.current.then(run).finally(() => {
      if (latest.current === ended) setRunning(null)
    })
    latest.current = ended
    return ended
  }
  return { running, inTurn }
}

/** The requests of the actions. Each sends the version that is known, and the server refuses an older one. */
const REQUESTS: Record<Action, (version: number, profile: ShopProfile) => Promise<{ version: number }>> = {
  save: (version, profile) => api('PUT /shop/profile/draft', { body: { profile, version } }),
  publish: (version) => api('POST /shop/profile/publish', { body: { version } }),
  discard: (version) => api('DELETE /shop/profile/draft', { query: { version: String(version) } }),
}

const DONE: Record<Action, string> = {
  save: words.draftSaved,
  publish: words.published,
  discard: words.discarded,
}

function statusOf(isDirty: boolean, hasDraft: boolean): keyof typeof words.status {
  if (isDirty) return 'unsaved'
  return hasDraft ? 'draft' : 'published'
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
