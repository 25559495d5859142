/**
 * A sign-up of which the email address is not confirmed yet. `id` is the SHA-256 of the token in the mailed link,
 * `password` the hash of the password, and `browser` the SHA-256 of a cookie of the browser that signed up.
 */
export type PendingSignUpRow = {
  id: string
  email: string
  name: string
  password: string
  browser: string
  created_at: number
  expires_at: number
}

/**
 * A change of a user's email address that is not confirmed yet by both addresses. `old_token` and `new_token` are the
 * SHA-256 of the tokens in the mailed links, or null once a link was used.
 */
export type EmailChangeRow = {
  user_id: string
  old_email: string
  new_email: string
  old_token: string | null
  new_token: string | null
  created_at: number
  expires_at: number
}

/** An order of a deleted user, whose name and address must be erased from it some years after `ordered_at`. */
export type OrderToEraseRow = { order_id: string; payment_id: string; user_id: string; ordered_at: number }

/**
 * The columns of the identity provider's tables that the shop itself uses. Times in these tables are not in UTC
 * milliseconds: they are written in ISO 8601, and PostgreSQL returns them as `Date`.
 */
export type IdentitySessionRow = {
  id: string
  user_id: string
  token: string
  expires_at: string
  /** The name of the browser, such as `Firefox on Linux`. It is not the whole `User-Agent` header. */
  user_agent: string | null
  created_at: string | Date
  updated_at: string
}
export type IdentityUserRow = {
  id: string
  email: string
  name: string
  email_verified: number | boolean
  created_at: string
  updated_at: string
}
/** A way to sign in to an account: a password, or an account of an OpenID Connect issuer. */
export type IdentityAccountRow = {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  password: string | null
  created_at: string
  updated_at: string
}
/**
 * A token for resetting a password, or a pending login with OpenID Connect. `value` is the id of the account in
 * `identity_users`, or the pending login as JSON.
 */
export type IdentityVerificationRow = {
  id: string
  identifier: string
  value: string
  expires_at: string
  created_at: string
  updated_at: string
}

/** What the shop stores about a session at Firebase. `refresh_token` is encrypted. */
export type FirebaseSessionRow = {
  session_id: string
  uid: string
  refresh_token: string
  checked_at: number
}
