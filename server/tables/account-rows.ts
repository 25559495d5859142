/** An order of a deleted user, whose name and address must be erased from it some years after `ordered_at`. */
export type OrderToEraseRow = { order_id: string; payment_id: string; user_id: string; ordered_at: number }

/**
 * A person who can sign in. `id` is `users.subject`. `email` is in lower case and unique, and `confirmed` is 1 if the
 * person has shown that mails to it arrive. `password` is the hash of the password, or null if the person signs in
 * elsewhere only. `totp_secret` is the secret of the second factor in base32, or null, and `totp_step` the time step of
 * the last code that was used. `version` changes with every row lock (`lockAccount`).
 */
export type AccountRow = {
  id: string
  name: string
  email: string
  confirmed: number
  password: string | null
  totp_secret: string | null
  totp_step: number
  version: number
  created_at: number
}

/**
 * A browser in which a person is signed in. `token` is the SHA-256 of the token in its cookie. `browser` is a name such as
 * `Firefox on Linux`, or ''. `provider` is '', or the Firebase project that vouches for the session. `confirmed_at` is
 * when the person last showed who they are. `strong` is 1 if a second factor or a passkey has opened it.
 */
export type SessionRow = {
  id: string
  account: string
  token: string
  browser: string
  provider: string
  created_at: number
  confirmed_at: number
  expires_at: number
  strong: number
}

/**
 * An account elsewhere with which a person signs in. `provider` is an OpenID Connect issuer or a Firebase project, and
 * `subject` is the person's id there.
 */
export type LinkRow = { provider: string; subject: string; account: string }

/**
 * What a secret stands for that was mailed or given to a browser. `hash` is the SHA-256 of the secret. `owner` is the id
 * of the account or, for a sign-up, the email address. `data` is JSON.
 */
export type TokenRow = {
  hash: string
  kind: TokenKind
  owner: string | null
  data: string
  tries: number
  expires_at: number
}

export type TokenKind =
  | 'sign-up'
  | 'reset'
  | 'email-old'
  | 'email-new'
  | 'oidc'
  | 'second-factor'
  | 'passkey'
  | 'totp'
  | 'recovery'
  | 'withdrawal'
  | 'watch'
  | 'subscriptions'
  | 'subscription-code'

/** A passkey. `id` is the id of the credential, and `public_key` its key in COSE format, both in base64url. */
export type PasskeyRow = {
  id: string
  account: string
  public_key: string
  counter: number
  name: string
  created_at: number
  used_at: number | null
}
