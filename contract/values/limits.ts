/** The most items that one payment can cover, and that a cart can hold unpaid. */
export const MOST_ITEMS = 500

/** The most items that one call moves to another state of delivery. */
export const MOST_MOVES = 100

/** The most rows that one request returns; without `limit` it is this many. */
export const MOST_ROWS = 100

/** The most rows that are counted: a table with more has at least this many. */
export const MOST_COUNTED = 100_000

/** The most entries of shop management that one list returns. */
export const MOST_LISTED = 1000

/** Shortest and longest password. Specification section 9; the longest bounds the work of hashing. */
export const PASSWORD_LENGTH = { least: 6, most: 128 }

/** Longest name of a person or a product, in characters. */
export const NAME_LENGTH = 200

/** Longest fields of a message from the contact form, in characters. */
export const MESSAGE_LENGTH = { name: 200, email: 254, message: 5000 }

/** Longest description of a product, in characters. */
export const ABOUT_LENGTH = 2000

/** The highest rating, in stars. The lowest is 1. */
export const MOST_STARS = 5
