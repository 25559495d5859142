import type * as OpenidClient from 'openid-client'
import { now } from '#server/platform/clock.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** The configuration of the issuer, and the functions of the library that use it. */
export type Discovered = { library: typeof OpenidClient; configuration: OpenidClient.Configuration }

/** The issuer cannot be reached, or its configuration is wrong. The message says why. */
export class IssuerUnreachable extends Error {}

/** The time in seconds after which a request to the issuer fails. */
const TIMEOUT_S = 5

/** After a failed discovery, the next one waits this time in milliseconds. The time doubles with each failure. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/** The configuration is read again after this time in milliseconds, because the issuer may have changed it. */
const KEPT_MS = 6 * 60 * 60_000

/**
 * Reads the configuration of an OpenID Connect issuer (OpenID Connect Discovery 1.0, section 4) when it is first
 * needed, and caches it for some hours. Nothing is requested when the shop starts, so an issuer that is down does not
 * stop the start. After a failure the next call tries again, but not before a pause has passed.
 */
export class Discovery {
  readonly #settings: OidcSettings
  readonly #loadLibrary = loadOnce(() => import('openid-client'))
  #discovered: Promise<Discovered> | null = null
  #readAt = 0
  #keptMs = KEPT_MS
  #failures = 0
  #retryAt = 0
  #reason = ''

  constructor(settings: OidcSettings) {
    this.#settings = settings
  }

  /** Returns the configuration. Concurrent calls share one request. Rejects with `IssuerUnreachable`. */
  async read(): Promise<Discovered> {
    if (this.#discovered && now() < this.#readAt + this.#keptMs) return this.#discovered
    if (now() < this.#retryAt) throw new IssuerUnreachable(this.#reason)
    this.#readAt = now()
    this.#keptMs = KEPT_MS
    this.#discovered = this.#discover()
    return this.#discovered
  }

  /** Removes the configuration from the cache, for when a URL in it does not work any more. */
  forget(): void {
    this.#discovered = null
  }

  /** Makes the next call read the configuration again if it is older than a minute, for when it may be wrong. */
  doubt(): void {
    this.#keptMs = LONGEST_PAUSE_MS
  }

  async #discover(): Promise<Discovered> {
    try {
      const library = await this.#loadLibrary()
      const configuration = await discoverWith(library, this.#settings)
      this.#failures = 0
      this.#retryAt = 0
      return { library, configuration }
    } catch (error) {
      this.#discovered = null
      this.#retryAt = now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures)
      this.#failures += 1
      this.#reason = reasonOf(error)
      throw new IssuerUnreachable(this.#reason, { cause: error })
    }
  }
}

/**
 * The library refuses a configuration whose `issuer` is another one than that of the settings, and all requests without
 * encryption unless they are allowed. It checks the signature of ID tokens only if `enableNonRepudiationChecks` is set.
 */
async function discoverWith(
  library: typeof OpenidClient,
  { issuer, clientId, clientSecret }: OidcSettings,
): Promise<OpenidClient.Configuration> {
  const server = new URL(issuer)
  const execute = [library.enableNonRepudiationChecks]
  if (server.protocol === 'http:') execute.push(library.allowInsecureRequests)
  const configuration = await library.discovery(
    server,
    clientId,
    undefined,
    authenticateWith(library, clientSecret),
    {
      execute,
      timeout: TIMEOUT_S,
      [library.customFetch]: boundedFetch,
    },
  )
  checkEndpoints(configuration.serverMetadata(), server)
  return configuration
}

/** The library checks these URLs only when they are used. A wrong configuration would be cached until then. */
function checkEndpoints(metadata: OpenidClient.ServerMetadata, { protocol }: URL): void {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const endpoint = URL.parse(metadata[name] ?? '')
    if (endpoint?.protocol !== 'https:' && endpoint?.protocol !== protocol)
      throw new Error(`the "${name}" in its configuration is missing or wrong`)
  }
}

/**
 * Sends the client secret with HTTP Basic authentication, unless the issuer announces only that it reads the secret from
 * the form. Basic is the default of the specification for issuers that announce nothing.
 */
function authenticateWith(library: typeof OpenidClient, clientSecret: string): OpenidClient.ClientAuth {
  const [basic, post] = [library.ClientSecretBasic(clientSecret), library.ClientSecretPost(clientSecret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const usesForm = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (usesForm ? post : basic)(server, ...rest)
  }
}

/**
 * Returns the reason of an error of the library in words. The library puts tokens and responses into other properties
 * of its errors, so an error must not be logged as a whole.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? `${error.message}: ${reasonOf(cause)}` : error.message
}
