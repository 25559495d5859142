import type * as OpenidClient from 'openid-client'
import type { OidcRefusal } from '#contract/values/oidc.ts'
import { now } from '#server/platform/clock.ts'
import { Discovery, IssuerUnreachable, reasonOf } from './discovery.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** The random values of one login, which its callback must return: RFC 6749 and OpenID Connect Core 1.0, RFC 7636. */
export type Checks = { state: string; nonce: string; verifier: string }

/** What the issuer says about a person. `subject` is the person's id at the issuer. The email is in lower case. */
export type Claims = { subject: string; email: string | null; isConfirmed: boolean; name: string | null }

/** A login that failed. `reason` is for the log. */
export type Failure = { refusal: OidcRefusal; reason: string }

/** The clocks of the issuer and of this machine may differ by this time in seconds. */
const TOLERANCE_S = 60

const SCOPE = 'openid email profile'

/**
 * An OpenID Connect issuer. The protocol is the authorization code flow with PKCE (RFC 7636), `state`, `nonce`, and the
 * response parameter `iss` (RFC 9207) if the issuer announces it. The library `openid-client` makes all checks of
 * OpenID Connect Core 1.0, section 3.1.3.7.
 */
export class Issuer {
  readonly #redirectUri: string
  readonly #discovery: Discovery

  constructor(settings: OidcSettings, redirectUri: string) {
    this.#redirectUri = redirectUri
    this.#discovery = new Discovery(settings)
  }

  /** Returns a new login's random values, and the URL of the issuer's login page. Rejects with `IssuerUnreachable`. */
  async start(): Promise<{ checks: Checks; url: string }> {
    const { library, configuration } = await this.#discovery.read()
    const checks = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    }
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: SCOPE,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    })
    return { checks, url: url.href }
  }

  /** Exchanges the code in the query of the callback for an ID token, and returns the claims about the person. */
  async finish(query: string, { state, nonce, verifier }: Checks): Promise<Claims | Failure> {
    try {
      const { library, configuration } = await this.#discovery.read()
      const callback = new URL(this.#redirectUri)
      callback.search = query
      const tokens = await library.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      return await this.#claimsOf(tokens)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === 'unreachable') this.#discovery.forget()
      if (refusal === 'invalid') this.#discovery.doubt()
      return { refusal, reason: reasonOf(error) }
    }
  }

  /** Some issuers put the email address only into the response of the UserInfo endpoint, and not into the ID token. */
  async #claimsOf(
    tokens: OpenidClient.TokenEndpointResponse & OpenidClient.TokenEndpointResponseHelpers,
  ): Promise<Claims> {
    const { library, configuration } = await this.#discovery.read()
    const inToken = tokens.claims()
    if (!inToken) throw new Error('The issuer sent no ID token.')
    if (inToken.iat > now() / 1000 + TOLERANCE_S) throw new Error('The ID token is from the future.')
    // OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. The library also accepts none.
    if (!/^[\x20-\x7e]{1,255}$/.test(inToken.sub)) throw new Error('The ID token has no valid subject.')
    const isWhole = inToken['email'] !== undefined && inToken['email_verified'] !== undefined
    if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return readClaims(inToken)
    const more = await library.fetchUserInfo(configuration, tokens.access_token, inToken.sub)
    return readClaims({ ...inToken, ...more })
  }
}

type RawClaims = { sub: string; [name: string]: unknown }

function readClaims(claims: RawClaims): Claims {
  const email = textOf(claims['email'])
  const isConfirmed = claims['email_verified']
  const name = textOf(claims['name']) ?? textOf(claims['preferred_username'])
  return {
    subject: claims.sub,
    email: email?.toLowerCase() ?? null,
    // Some issuers send this claim as text.
    isConfirmed: isConfirmed === true || isConfirmed === 'true',
    name,
  }
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() ? claim.trim() : null
}

/**
 * Returns the refusal for an error of the library. Its errors have codes: those with `OAUTH_` for a response that fails
 * a check, and others for a response that says that the login failed. An error without these is one of the network.
 */
function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof IssuerUnreachable) return 'unreachable'
  if (!(error instanceof Error)) return 'invalid'
  if ('error' in error && error.error === 'access_denied') return 'cancelled'
  if (isOfNetwork(error)) return 'unreachable'
  return 'invalid'
}

function isOfNetwork(error: Error): boolean {
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true
  const status = statusOf(error)
  // With 404, the issuer may have moved the endpoint to another URL.
  if (status !== null) return status >= 500 || status === 404
  return error instanceof TypeError && error.message === 'fetch failed'
}

/** Returns the status of the response that caused an error. If its body has no error, the response is the cause. */
function statusOf(error: Error): number | null {
  if (error.cause instanceof Response) return error.cause.status
  return 'status' in error && typeof error.status === 'number' ? error.status : null
}
