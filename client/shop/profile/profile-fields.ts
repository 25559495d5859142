import { trimmed } from '#client/ui/settings-form/trimmed.ts'
import { socialNetworks } from '#contract/shop/choices.ts'
import type { ShopProfile, SocialLink } from '#contract/shop/profile.ts'
import { socialUrl } from '#contract/shop/social-links.ts'

type Network = SocialLink['network']

/** The profile as the form holds it. There is one field for each social network, which may be empty. */
export type ProfileFields = Omit<ShopProfile, 'socialLinks'> & { socialLinks: Record<Network, string> }

export function toFields({ socialLinks, ...profile }: ShopProfile): ProfileFields {
  const urlOf = (network: Network) => socialLinks.find((link) => link.network === network)?.url ?? ''
  const urls = socialNetworks.map((network) => [network, urlOf(network)])
  // cast: `Object.fromEntries` does not know that all networks are there.
  return { ...profile, socialLinks: Object.fromEntries(urls) as Record<Network, string> }
}

/**
 * Converts the form's fields to a profile. Spaces around texts are removed. A name in a social network becomes the
 * address of its page, and a colour without `#` gets it.
 */
export function toProfile({ socialLinks, accent, ...fields }: ProfileFields): ShopProfile {
  return trimmed({
    ...fields,
    accent: colourOf(accent),
    // A text that leads to no page stays as it is.
    socialLinks: socialNetworks
      .map((network) => ({ network, typed: socialLinks[network] }))
      .map(({ network, typed }) => ({ network, url: socialUrl(network, typed) ?? typed }))
      .filter(({ url }) => url !== ''),
  })
}

/** Returns the colour that was typed in the format of the contract: `7A4A21` becomes `#7a4a21`. */
export function colourOf(typed: string): string {
  const text = typed.trim().toLowerCase()
  return /^[0-9a-f]{6}$/.test(text) ? `#${text}` : text
}

/**
 * Returns the path of the form's field that shows an error of the profile at `field`. The social links of a profile are
 * a list, and those of the form are fields with the names of the networks.
 */
export function formPath(field: string, { socialLinks }: ShopProfile): string {
  return field.replace(
    /^socialLinks\.(\d+).*/,
    (_, at: string) => `socialLinks.${socialLinks[Number(at)]?.network}`,
  )
}
