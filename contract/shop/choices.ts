/* Choices and limits of the shop's profile and its opening. They have no schema, so browsers load them without schemas. */

/** Who can see the pages of the products. */
export const productAudiences = ['signedIn', 'everyone'] as const

/** The steps by which an admin sets up an empty shop, in order. Opening the shop comes after them. */
export const startSteps = ['name', 'delivery', 'payment', 'products'] as const

export type StartStep = (typeof startSteps)[number]

/** The social networks in which a shop can have a page, in the order of the form. */
export const socialNetworks = [
  'Instagram',
  'Facebook',
  'YouTube',
  'TikTok',
  'X',
  'Mastodon',
  'Pinterest',
] as const

/** The names of the legal pages. Each is a page of its own at `/legal/{name}`. */
export const legalPages = ['imprint', 'privacy', 'terms', 'delivery'] as const

export type LegalPage = (typeof legalPages)[number]

/** The maximum length of the text of a legal page, in characters. */
export const LEGAL_LENGTH = 60_000

/**
 * `coffees` has the coffees that can be bought, with price and notes, `brands` the brands and `bags` the bags. There can be
 * several sections with a `text` of their own, and one of each other kind.
 */
export const homeKinds = ['hero', 'coffees', 'brands', 'story', 'bags', 'reviews', 'text'] as const

export type HomeKind = (typeof homeKinds)[number]

export const MAX_HOME_SECTIONS = 20
export const MAX_TESTIMONIALS = 12

type Words = Partial<Record<'heading' | 'button' | 'other', string>>

/** Returns a section of the home page with these words. */
export function homeSection(kind: HomeKind, words: Words = {}, isShown = true) {
  const empty = { heading: '', button: '', other: '', text: '', picture: '', pictureText: '' }
  return { kind, isShown, ...empty, ...words }
}
