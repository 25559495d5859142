/* Choices of an admin who opens the shop. They have no schema, so browsers load them without the schemas. */

/** Who can see the pages of the products. */
export const productAudiences = ['signedIn', 'everyone'] as const

/** The steps by which an admin sets up an empty shop, in order. Opening the shop comes after them. */
export const startSteps = ['name', 'delivery', 'payment', 'products'] as const

export type StartStep = (typeof startSteps)[number]
