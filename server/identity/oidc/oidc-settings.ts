/**
 * The OpenID Connect issuer with which people can sign in, and the shop's registration as a client there. `name` is
 * shown to people.
 */
export type OidcSettings = { issuer: string; clientId: string; clientSecret: string; name: string }
