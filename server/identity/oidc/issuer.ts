import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import type { OidcRefusal } from '#contract/values/oidc.ts'
import { now } from '#server/platform/clock.ts'
import type { OidcSettings } from '../read-settings.ts'

/** The random values of one login, which its callback must return: RFC 6749 and OpenID Connect Core 1.0, RFC 7636. */
export type Checks = { state: string; nonce: string; verifier: string }

/** What the issuer says about a person. `subject` is the person's id at the issuer. The email is in lower case. */
export type Claims = { subject: string; email: string | null; isConfirmed: boolean; name: string | null }

/** A login that failed. `reason` is for the log. */
export type Failure = { refusal: OidcRefusal; reason: string }

/** The issuer cannot be reached, or its configuration is wrong. The message says why. */
export class IssuerUnreachable extends Error {}

/** The time in seconds after which a request to the issuer fails. */
const TIMEOUT_S = 5

/** The maximum length in bytes of a response of the issuer. Configurations, keys and tokens have some kilobytes. */
const MAX_BYTES = 1_000_000

/** The configuration is read again after this time in milliseconds, because the issuer may have changed it. */
const KEPT_MS = 6 * 60 * 60_000

/** It is read again after this time in milliseconds if it could not be read. */
const PAUSE_MS = 5000

/** It is read again after this time in milliseconds if a login with it was not valid. */
const DOUBTED_MS = 60_000

/** The clocks of the issuer and of this machine may differ by this time in seconds. */
const TOLERANCE_S = 60

/** Most shops have no issuer, so the library is loaded when it is first needed. */
const loadLibrary = () => import('openid-client')

/**
 * An OpenID Connect issuer. The protocol is the authorization code flow with PKCE (RFC 7636), `state`, `nonce`, and the
 * response parameter `iss` (RFC 9207) if the issuer announces it. The library `openid-client` makes all checks of
 * OpenID Connect Core 1.0, section 3.1.3.7.
 *
 * Its configuration (OpenID Connect Discovery 1.0, section 4) is read when it is first needed, so an issuer that is down
 * does not stop the start of the shop.
 */
export class Issuer {
  readonly #settings: OidcSettings
  readonly #redirectUri: string
  #configuration: Promise<Configuration> | null = null
  #readAt = 0
  #keptMs = 0

  constructor(settings: OidcSettings, redirectUri: string) {
    this.#settings = settings
    this.#redirectUri = redirectUri
  }

  /** Returns a new login's random values, and the URL of the issuer's login page. Rejects with `IssuerUnreachable`. */
  async start(): Promise<{ checks: Checks; url: string }> {
    const configuration = await this.#configure()
    const library = await loadLibrary()
    const checks = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    }
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email profile',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    })
    return { checks, url: url.href }
  }

  /** Exchanges the code in the query of the callback for an ID token, and returns the claims about the person. */
  async finish(query: string, checks: Checks): Promise<Claims | Failure> {
    try {
      return await this.#redeem(query, checks)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === 'unreachable') this.#keptMs = 0
      if (refusal === 'invalid') this.#keptMs = DOUBTED_MS
      return { refusal, reason: reasonOf(error) }
    }
  }

  async #redeem(query: string, { state, nonce, verifier }: Checks): Promise<Claims> {
    const configuration = await this.#configure()
    const { authorizationCodeGrant, fetchUserInfo } = await loadLibrary()
    const callback = new URL(this.#redirectUri)
    callback.search = query
    const tokens = await authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The issuer sent no ID token.')
    if (claims.iat > now() / 1000 + TOLERANCE_S) throw new Error('The ID token is from the future.')
    // OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. The library also accepts none.
    if (!/^[\x20-\x7e]{1,255}$/.test(claims.sub)) throw new Error('The ID token has no valid subject.')
    // Some issuers put the email address only into the response of the UserInfo endpoint, and not into the ID token.
    const isWhole = claims['email'] !== undefined && claims['email_verified'] !== undefined
    if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return readClaims(claims)
    return readClaims({ ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)) })
  }

  /**
   * Returns the configuration. Concurrent calls share one request, and so do calls soon after one that failed. Rejects with
   * `IssuerUnreachable`.
   */
  #configure(): Promise<Configuration> {
    if (this.#configuration && now() < this.#readAt + this.#keptMs) return this.#configuration
    this.#readAt = now()
    this.#keptMs = KEPT_MS
    this.#configuration = discover(this.#settings).catch((error: unknown) => {
      this.#readAt = now()
      this.#keptMs = PAUSE_MS
      throw new IssuerUnreachable(reasonOf(error), { cause: error })
    })
    return this.#configuration
  }
}

/**
 * The library refuses a configuration whose `issuer` is another one than that of the settings, and all requests without
 * encryption unless they are allowed. It checks the signature of ID tokens only if `enableNonRepudiationChecks` is set.
 */
async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const library = await loadLibrary()
  const [basic, form] = [library.ClientSecretBasic(clientSecret), library.ClientSecretPost(clientSecret)]
  // Basic is the default of the specification for issuers that announce nothing.
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const usesForm = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (usesForm ? form : basic)(server, ...rest)
  }
  const server = new URL(issuer)
  const execute = [library.enableNonRepudiationChecks]
  if (server.protocol === 'http:') execute.push(library.allowInsecureRequests)
  const configuration = await library.discovery(server, clientId, undefined, authenticate, {
    execute,
    timeout: TIMEOUT_S,
    [library.customFetch]: boundedFetch,
  })
  // The library checks these URLs only when they are used. A wrong configuration would be kept until then.
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const endpoint = URL.parse(configuration.serverMetadata()[name] ?? '')
    if (endpoint?.protocol !== 'https:' && endpoint?.protocol !== server.protocol)
      throw new Error(`the "${name}" in its configuration is missing or wrong`)
  }
  return configuration
}

/**
 * Requests a URL of the issuer, as `fetch` does. Reading the body of the response fails after `MAX_BYTES`. The library
 * itself would read a response without an end into memory until its timeout.
 */
const boundedFetch: CustomFetch = async (url, { body = null, signal = null, ...options }) => {
  const response = await fetch(url, { ...options, body, signal })
  let bytes = 0
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw new Error('The response of the issuer is too long.')
      controller.enqueue(chunk)
    },
  })
  return response.body ? new Response(response.body.pipeThrough(bounded), response) : response
}

function readClaims(claims: { sub: string; [name: string]: unknown }): Claims {
  return {
    subject: claims.sub,
    email: textOf(claims['email'])?.toLowerCase() ?? null,
    // Some issuers send this claim as text.
    isConfirmed: String(claims['email_verified']) === 'true',
    name: textOf(claims['name']) ?? textOf(claims['preferred_username']),
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
  return isOfNetwork(error) ? 'unreachable' : 'invalid'
}

function isOfNetwork(error: Error): boolean {
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true
  const response = error.cause instanceof Response ? error.cause : error
  // With 404, the issuer may have moved the endpoint to another URL.
  if ('status' in response) return Number(response.status) >= 500 || response.status === 404
  return error instanceof TypeError && error.message === 'fetch failed'
}

/**
 * Returns the reason of an error of the library in words. The library puts tokens and responses into other properties
 * of its errors, so an error must not be logged as a whole.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? `${error.message}: ${reasonOf(cause)}` : error.message
}
