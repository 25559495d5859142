import type { FieldError } from '#contract/errors.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { isReadable, nearestReadable } from '#contract/values/contrast.ts'
import { socialForm, socialUrl } from '#contract/shop/social-links.ts'
import { SITE_PICTURES } from '#contract/shop/demo-profile.ts'
import { findUsablePicture } from '#server/media/use-picture.ts'
import type { Db } from '#server/shop-database.ts'

/**
 * Returns what is wrong with a profile and cannot be said in its schema: a colour in which links cannot be read, an
 * address that is no page of its social network, and a network that is there twice.
 */
export function findProfileErrors({ accent, socialLinks }: ShopProfile): FieldError[] {
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
  return errors
}

/**
 * Returns an error for each picture of a profile that was not uploaded to this shop. Marks the others as used, so that
 * they are not deleted as unused, even if the draft is discarded.
 */
export async function findPictureErrors(tx: Db, profile: ShopProfile): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const { field, address } of picturesOf(profile)) {
    const isKnown = isSitePicture(address) || (await findUsablePicture(tx, address))
    if (!isKnown) errors.push({ field, message: 'is not in the shop any more. Choose the picture again' })
  }
  return errors
}

function picturesOf({ logo, hero, story, testimonials }: ShopProfile): { field: string; address: string }[] {
  return [
    { field: 'profile.logo', address: logo },
    { field: 'profile.hero.picture', address: hero.picture },
    { field: 'profile.story.picture', address: story.picture },
    ...testimonials.map(({ picture }, at) => ({
      field: `profile.testimonials.${at}.picture`,
      address: picture,
    })),
  ].filter(({ address }) => address !== '')
}

/** Returns whether an address names one of the pictures that come with the program. */
function isSitePicture(address: string): boolean {
  return SITE_PICTURES.some((name) => address === `site:${name}`)
}
