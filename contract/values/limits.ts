/** The maximum number of lines in one payment, and of unpaid lines in a cart. */
export const MAX_ITEMS = 500

/** The maximum number of rows of a file with tracking numbers. */
export const MAX_PARCELS = 1000

/** The maximum lengths of the cells with the number of an order and the name of a carrier, in characters. */
export const PARCEL_CELL_LENGTH = { order: 60, carrier: 120 }

/** The maximum size of a file with tracking numbers, in bytes. */
export const MAX_PARCELS_FILE = 1_000_000

/** The maximum number of paid lines whose delivery state one API call changes. */
export const MAX_MOVES = 100

/** The maximum number of rows in one page of a list. A request without `limit` gets up to this number of rows. */
export const MAX_ROWS = 100

/** The rows of a list are counted up to this number. A longer list gets this number as its count. */
export const MAX_COUNTED = 100_000

/** The maximum number of brands, coffees or packets that a list of shop management returns. */
export const MAX_LISTED = 1000

/**
 * The minimum and maximum length of a password, in characters (section 9 of the specification). Hashing a longer
 * password would take too much time.
 */
export const PASSWORD_LENGTH = { min: 6, max: 128 }

export const EMAIL_LENGTH = 254

/**
 * A pattern for an email address that the shop may have stored already. It is used to look for an account, so that
 * accounts of earlier versions can still sign in.
 */
export const EMAIL_PATTERN = '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$'

/** The end of what is stored in place of the email address of a customer who has given none (RFC 2606). */
export const NO_EMAIL = '@no-email.invalid'

/** Matches `NO_EMAIL` however it is written, because addresses are stored in small letters. */
const RESERVED = NO_EMAIL.replaceAll(/[a-z.]/g, (letter) =>
  letter === '.' ? '\\.' : `[${letter}${letter.toUpperCase()}]`,
)

const LETTER = '\\p{L}\\p{M}\\p{N}'
const LOCAL_PART = `[${LETTER}.!#$%&'*+/=?^_\`{|}~-]+`
const DOMAIN = `[${LETTER}-]+(?:\\.[${LETTER}-]+)*`

/**
 * A pattern for an email address to which the shop will send mails. Only a mail shows whether the address exists. It has
 * none of the characters with which RFC 5322 writes lists, comments, names and quotations: one mailbox could otherwise be
 * spelled in many ways, and each spelling would be counted by itself. It has no invisible characters for the same reason,
 * and is not one that stands for no address.
 */
export const NEW_EMAIL_PATTERN = `^(?!.*(?:\\p{Default_Ignorable_Code_Point}|${RESERVED}$))${LOCAL_PART}@${DOMAIN}$`

/** The message of a field whose address does not match `NEW_EMAIL_PATTERN`. */
export const UNUSABLE_EMAIL = 'This is not an email address to which we can send mails.'

const newEmail = new RegExp(NEW_EMAIL_PATTERN, 'u')

/** The maximum length of a person's or a product's name, in characters. */
export const NAME_LENGTH = 200

/** The maximum lengths of the contact form's fields, in characters. */
export const MESSAGE_LENGTH = { name: 200, message: 5000 }

/** The maximum length of a product's description, in characters. */
export const ABOUT_LENGTH = 2000

export const MAX_GRAMS = 100_000

/** The maximum number of the same product that one request puts into the cart. */
export const MAX_AT_ONCE = 20

/** A product of which this many or fewer are left says how many. */
export const FEW_LEFT = 3

/** The highest amount of a stock, in bags or grams. */
export const MAX_STOCK = 100_000_000

export const MAX_STARS = 5

/** The maximum length of an internal note about an order, in characters. */
export const ORDER_NOTE_LENGTH = 2000
export const MAX_ADDRESSES = 20

/** The maximum length of a customer's note on an order, in characters. */
export const NOTE_LENGTH = 1000

/** Returns whether the shop may send mails to this address. */
export function isNewEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH && newEmail.test(text)
}

/** Returns whether a text has a character that cannot be seen, such as a zero-width space from a copied text. */
export function hasInvisible(text: string): boolean {
  return /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u.test(text)
}

/** The maximum lengths of the parts of a review in characters. */
export const REVIEW_LENGTH = { text: 2000, brewedWith: 40 }

/** The number of reviews on the page of a coffee. */
export const REVIEWS_SHOWN = 20
