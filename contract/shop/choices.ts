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
