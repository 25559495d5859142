import { isDeepStrictEqual } from 'node:util'
import { Problem } from '#contract/errors.ts'
import type { FieldError } from '#contract/errors.ts'
import { SITE_PICTURES } from '#contract/shop/demo-profile.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { socialForm, socialUrl } from '#contract/shop/social-links.ts'
import { isReadable, nearestReadable } from '#contract/values/contrast.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { isStored } from '#server/media/store-picture.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import {
  changedParts,
  DRAFT,
  PROFILE,
  readEditedProfile,
  readProfile,
  writeSetting,
} from './stored-settings.ts'

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
    return writeSetting(tx, DRAFT, { value: draft, version })
  })
}

/**
 * Makes the draft the public profile, if there is one. Returns a problem if the profile or its draft has changed since the
 * caller read `version`.
 */
export function publishDraft(shop: Shop, caller: Caller, version: number): Promise<Saved> {
  return endDraft(shop, { caller, action: 'published', version })
}

/** Deletes the draft, if there is one. Returns a problem in the same case. */
export function discardDraft(shop: Shop, caller: Caller, version: number): Promise<Saved> {
  return endDraft(shop, { caller, action: 'discarded draft', version })
}

type End = { caller: Caller; action: 'published' | 'discarded draft'; version: number }

function endDraft({ database, demo }: Shop, { caller, action, version }: End): Promise<Saved> {
  return database.write(async ({ tx, publish }) => {
    const { draft, published, version: current } = await readEditedProfile(tx, demo)
    if (current !== version) return new Problem('settings-changed')
    if (!draft) return { version }
    const saved = await writeSetting(tx, DRAFT, { value: null, version })
    if (action === 'published') {
      // The row of the published profile is only written by the transaction that has just written that of the draft.
      const { version: publishedVersion } = await readProfile(tx, demo)
      await writeSetting(tx, PROFILE, { value: draft, version: publishedVersion })
      publish({ type: 'settings-changed' })
    }
    await writeAudit(tx, caller, {
      action,
      subject: 'Shop profile',
      detail: changedParts(published, draft, NAMES),
    })
    return saved
  })
}

/** The names of parts of the profile in the audit log that are not called like their property. */
const NAMES = {
  socialLinks: 'social links',
  openingHours: 'opening hours',
  accent: 'accent colour',
  dateStyle: 'date style',
  home: 'home page',
  notice: 'notice of the legal guarantee',
  legal: 'legal pages',
}

/**
 * Returns what is wrong with a profile and cannot be said in its schema: a colour in which links cannot be read, an
 * address that is no page of its social network, and a network or a section of the home page that is there twice.
 */
function findProfileErrors({ accent, socialLinks, home }: ShopProfile): FieldError[] {
  const errors: FieldError[] = []
  if (accent !== '' && !isReadable(accent))
    errors.push({
      field: 'profile.accent',
      message: `is too light for links and buttons. The nearest colour that can be read is ${nearestReadable(accent)}`,
    })
  for (const [at, { network, url }] of socialLinks.entries()) {
    const field = `profile.socialLinks.${at}.url`
    if (socialUrl(network, url) === null)
      errors.push({ field, message: `is no page of ${network}. Write ${socialForm(network)}` })
    if (socialLinks.findIndex((link) => link.network === network) < at)
      errors.push({ field, message: `is a second address for ${network}` })
  }
  for (const [at, { kind }] of home.entries())
    if (kind !== 'text' && home.findIndex((section) => section.kind === kind) < at)
      errors.push({ field: `profile.home.${at}.kind`, message: 'is on the home page twice' })
  return errors
}

/** Returns an error for each picture of a profile that was not uploaded to this shop. */
async function findPictureErrors(tx: Db, profile: ShopProfile): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const { field, address } of picturesOf(profile)) {
    const isKnown = isSitePicture(address) || (await isStored(tx, address))
    if (!isKnown) errors.push({ field, message: 'is not in the shop. Choose the picture again' })
  }
  return errors
}

function picturesOf({
  logo,
  hero,
  story,
  notice,
  testimonials,
  home,
}: ShopProfile): { field: string; address: string }[] {
  return [
    { field: 'profile.logo', address: logo },
    { field: 'profile.hero.picture', address: hero.picture },
    { field: 'profile.story.picture', address: story.picture },
    { field: 'profile.notice.picture', address: notice.picture },
    ...Object.entries({ testimonials, home }).flatMap(([list, items]) =>
      items.map(({ picture }, at) => ({ field: `profile.${list}.${at}.picture`, address: picture })),
    ),
  ].filter(({ address }) => address !== '')
}

/** Returns whether an address names one of the pictures that come with the program. */
function isSitePicture(address: string): boolean {
  return SITE_PICTURES.some((name) => address === `site:${name}`)
}
