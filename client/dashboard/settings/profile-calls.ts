import { api } from '#client/lib/api.ts'
import type { EditedProfile } from '#contract/shop/calls.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'

/*
 * The calls that change the profile. Each sends the version that is known, and resolves to what is saved then. They reject
 * with `ApiError`.
 */

export async function saveDraft(
  { published, version }: EditedProfile,
  profile: ShopProfile,
): Promise<EditedProfile> {
  const saved = await api('PUT /shop/profile/draft', { body: { profile, version } })
  // The server stores no draft that equals the published profile. The order of the properties may differ.
  const isPublished = sorted(profile) === sorted(published)
  return { published, draft: isPublished ? null : profile, version: saved.version }
}

export async function publishDraft({ published, draft, version }: EditedProfile): Promise<EditedProfile> {
  const saved = await api('POST /shop/profile/publish', { body: { version } })
  return { published: draft ?? published, draft: null, version: saved.version }
}

export async function discardDraft({ published, version }: EditedProfile): Promise<EditedProfile> {
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
