import type { LegalPage, ShopProfile, SocialLink, Testimonial } from '#contract/shop/profile.ts'
import { SOCIAL_EXAMPLES, socialUrl } from '#contract/shop/social-links.ts'
import { words } from './texts.ts'

export type Network = SocialLink['network']

/** The profile as the form holds it. There is one field for each social network, which may be empty. */
export type ProfileFields = Omit<ShopProfile, 'socialLinks'> & { socialLinks: Record<Network, string> }

/** The social networks and the legal pages, in the order of the form. */
// cast: `Object.keys` returns strings, but these are the keys of the two tables.
export const NETWORKS = Object.keys(SOCIAL_EXAMPLES) as Network[]
export const LEGAL_PAGES = Object.keys(words.legalPages) as LegalPage[]

export const NEW_TESTIMONIAL: Testimonial = {
  name: '',
  from: '',
  quote: '',
  picture: '',
}

export function toFields({ socialLinks, ...profile }: ShopProfile): ProfileFields {
  const urls = new Map(socialLinks.map(({ network, url }) => [network, url]))
  return { ...profile, socialLinks: eachNetwork((network) => urls.get(network) ?? '') }
}

/**
 * Converts the form's fields to a profile. Spaces around texts are removed. A name in a social network becomes the
 * address of its page, and a colour without `#` gets it.
 */
export function toProfile({ socialLinks, accent, ...fields }: ProfileFields): ShopProfile {
  return trimmed({
    ...fields,
    accent: colourOf(accent),
    socialLinks: NETWORKS.map((network) => ({ network, url: linkOf(network, socialLinks[network]) })).filter(
      ({ url }) => url !== '',
    ),
  })
}

/** Returns the URL that was typed for a social network. A text that leads to no page is returned as it is. */
function linkOf(network: Network, typed: string): string {
  return socialUrl(network, typed) ?? typed
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

function eachNetwork(valueOf: (network: Network) => string): Record<Network, string> {
  // cast: `Object.fromEntries` does not know that all keys are there.
  return Object.fromEntries(NETWORKS.map((network) => [network, valueOf(network)])) as Record<Network, string>
}

/** Removes the spaces around all texts in a value. */
function trimmed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? part.trim() : part,
  )
}
