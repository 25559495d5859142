import { isDeepStrictEqual } from 'node:util'
import { Problem } from '#contract/errors.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { findPictureErrors, findProfileErrors } from './check-profile.ts'
import { DRAFT, PROFILE, readEditedProfile, readProfile } from './read-settings.ts'
import { writeSetting } from './stored-settings.ts'

type Shop = { database: ShopDatabase; demo: boolean }

/** The new version of the profile and its draft, or the problem that nothing was saved. */
type Saved = { version: number } | Problem

/**
 * Saves a draft of the profile. Returns the problem `settings-changed` if another admin has changed the draft or the
 * published profile since the caller read `version`. A draft that equals the published profile is no draft: nothing is
 * then waiting to be published.
 */
export async function saveDraft(
  { database, demo }: Shop,
  { profile, version }: { profile: ShopProfile; version: number },
): Promise<Saved> {
  const errors = findProfileErrors(profile)
  if (errors.length > 0) return new Problem('invalid-input', { errors })
  return database.write(async ({ tx }) => {
    const before = await readEditedProfile(tx, demo)
    const draft = isDeepStrictEqual(profile, before.published) ? null : profile
    if (isDeepStrictEqual(draft, before.draft)) return { version: before.version }
    const pictureErrors = await findPictureErrors(tx, profile)
    if (pictureErrors.length > 0) return new Problem('invalid-input', { errors: pictureErrors })
    const saved = await writeSetting(tx, DRAFT, { value: draft, version })
    return saved === null ? new Problem('settings-changed') : { version: saved }
  })
}

/** Makes the draft the public profile. If there is no draft, does nothing. */
export async function publishDraft(
  { database, demo }: Shop,
  caller: Caller,
  version: number,
): Promise<Saved> {
  return database.write(async ({ tx, publish }) => {
    const { draft, published, version: current } = await readEditedProfile(tx, demo)
    if (current !== version) return new Problem('settings-changed')
    if (!draft) return { version }
    const saved = await writeSetting(tx, DRAFT, { value: null, version })
    if (saved === null) return new Problem('settings-changed')
    // The row of the published profile is only written by the transaction that has just written that of the draft.
    const { version: publishedVersion } = await readProfile(tx, demo)
    await writeSetting(tx, PROFILE, { value: draft, version: publishedVersion })
    await writeAudit(tx, caller, {
      action: 'published',
      subject: 'Shop profile',
      detail: changedNames(published, draft),
    })
    publish({ type: 'settings-changed' })
    return { version: saved }
  })
}

/** Deletes the draft. If there is none, does nothing. */
export async function discardDraft(
  { database, demo }: Shop,
  caller: Caller,
  version: number,
): Promise<Saved> {
  return database.write(async ({ tx }) => {
    const { draft, published, version: current } = await readEditedProfile(tx, demo)
    if (current !== version) return new Problem('settings-changed')
    if (!draft) return { version }
    const saved = await writeSetting(tx, DRAFT, { value: null, version })
    if (saved === null) return new Problem('settings-changed')
    await writeAudit(tx, caller, {
      action: 'discarded draft',
      subject: 'Shop profile',
      detail: changedNames(published, draft),
    })
    return { version: saved }
  })
}

/** Each part of the profile with its name in the audit log. */
const NAMES = [
  ['name', 'name'],
  ['tagline', 'tagline'],
  ['logo', 'logo'],
  ['hero', 'hero'],
  ['story', 'story'],
  ['testimonials', 'testimonials'],
  ['socialLinks', 'social links'],
  ['contact', 'contact'],
  ['openingHours', 'opening hours'],
  ['accent', 'accent colour'],
  ['dateStyle', 'date style'],
  ['legal', 'legal pages'],
] as const satisfies [keyof ShopProfile, string][]

function changedNames(before: ShopProfile, after: ShopProfile): string {
  return NAMES.filter(([key]) => !isDeepStrictEqual(before[key], after[key]))
    .map(([, name]) => name)
    .join(', ')
}
