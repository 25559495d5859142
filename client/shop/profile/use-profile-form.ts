import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { FieldPath } from 'react-hook-form'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { useShowProfile } from '#client/ui/shop/use-show-profile.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { EditedProfile } from '#contract/shop/calls.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { errorsOf, failureText, submitOf } from '#client/ui/settings-form/form-errors.ts'
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
  const [current, setCurrent] = useState(loaded)
  const latest = useRef(loaded)
  const [failure, setFailure] = useState<string | null>(null)
  const uploads = useUploads()
  const form = useForm<ProfileFields>({ defaultValues: toFields(shownOf(loaded)) })
  const { isDirty } = form.formState
  const showProfile = useShowProfile()
  const guard = useLeaveGuard(() => isDirty || uploads.areRunning())
  const { running, inTurn } = useActions()

  /** Takes over what the server has saved. `sent` are the fields in the request. */
  function remember(profiles: EditedProfile, sent: ProfileFields): EditedProfile {
    latest.current = profiles
    setCurrent(profiles)
    client.setQueryData(callQuery('GET /shop/profile').queryKey, profiles)
    markSaved(form, { sent, saved: toFields(shownOf(profiles)) })
    return profiles
  }

  async function send(action: Action, sent: ProfileFields): Promise<void> {
    setFailure(null)
    const profile = toProfile(sent)
    try {
      if (action === 'discard') remember(await discardDraft(latest.current), form.getValues())
      // If publishing fails, the draft is saved nevertheless.
      else remember(await saveDraft(latest.current, profile), sent)
      if (action === 'publish') showProfile(remember(await publishDraft(latest.current), sent).published)
      showSuccess(DONE[action])
      if (action === 'publish') await onPublished?.()
    } catch (error) {
      for (const [at, { field, message }] of errorsOf(error, 'profile').entries()) {
        // cast: the server names fields by the same paths as the form.
        const path = formPath(field, profile) as FieldPath<ProfileFields>
        form.setError(path, { message }, { shouldFocus: at === 0 })
      }
      setFailure(failureText(error))
    }
  }

  /** Waits for the pictures that are being uploaded, so that the profile contains their addresses. */
  async function submit(action: 'save' | 'publish'): Promise<void> {
    await uploads.ended()
    await submitOf(
      form,
      (fields) => send(action, fields),
      () => setFailure(formWords.someWrong),
    )()
  }

  return {
    form,
    uploads,
    guard,
    failure,
    running,
    status: statusOf(isDirty, current),
    save: () => inTurn('save', () => submit('save')),
    publish: () => inTurn('publish', () => submit('publish')),
    discard: () => inTurn('discard', () => send('discard', form.getValues())),
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

/*
 * The calls that change the profile. Each sends the version that is known, and resolves to what is saved then. They reject
 * with `ApiError`.
 */

async function saveDraft(
  { published, version }: EditedProfile,
  profile: ShopProfile,
): Promise<EditedProfile> {
  const saved = await api('PUT /shop/profile/draft', { body: { profile, version } })
  // The server stores no draft that equals the published profile. The order of the properties may differ.
  const isPublished = sorted(profile) === sorted(published)
  return { published, draft: isPublished ? null : profile, version: saved.version }
}

async function publishDraft({ published, draft, version }: EditedProfile): Promise<EditedProfile> {
  const saved = await api('POST /shop/profile/publish', { body: { version } })
  return { published: draft ?? published, draft: null, version: saved.version }
}

async function discardDraft({ published, version }: EditedProfile): Promise<EditedProfile> {
  const saved = await api('DELETE /shop/profile/draft', { query: { version: String(version) } })
  return { published, draft: null, version: saved.version }
}

function sorted(profile: ShopProfile): string {
  return JSON.stringify(profile, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
      : value,
  )
}
