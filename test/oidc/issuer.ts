import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JWK, JWTHeaderParameters, JWTPayload } from 'jose'
import type { Configuration, Provider } from 'oidc-provider'
import { listen } from '../processes/free-port.ts'
import { serveInteraction } from './interaction.ts'

/** What the issuer says about a person, by the name with which the person logs in there. */
export type Person = { sub: string; name?: string; email?: string; email_verified?: boolean }

/** An ID token that the issuer is about to send. `sign` signs it with the key of the issuer, or with another one. */
export type IdToken = {
  header: JWTHeaderParameters
  claims: JWTPayload
  sign: (claims: JWTPayload, other?: { header: JWTHeaderParameters; key: CryptoKey }) => Promise<string>
}

/** An OpenID Connect issuer for tests: the library `oidc-provider` with plain pages for the login and the consent. */
export type TestIssuer = {
  url: string
  people: Map<string, Person>
  /** Replaces each ID token, so that a test can forge it. Returns undefined to leave it out. */
  forge: ((token: IdToken) => Promise<string | undefined>) | null
  /** Replaces the JSON of a response, by the path of the request, such as `/me`. */
  replace: Map<string, (body: object) => object>
  /** The paths of all requests so far. */
  requests: string[]
  close: () => Promise<void>
}

const CLIENT = { client_id: 'crema', client_secret: 'a secret of the shop at the issuer' }

/** Returns the environment variables for a shop that signs people in with the issuer at this URL. */
export function issuerSettings(url: string, name = 'Coffee ID'): Record<string, string> {
  return {
    OIDC_ISSUER: url,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_NAME: name,
  }
}

type Start = { origin: string; port?: number; people?: TestIssuer['people'] }

/**
 * Starts an issuer at `localhost`. A shop in a browser test is at `127.0.0.1`, so that the two are different sites for
 * the browser. `origin` is that of the shop. Without `port`, the system chooses a free one.
 */
export async function startIssuer({ origin, port = 0, people = new Map() }: Start): Promise<TestIssuer> {
  const server = createServer((request, response) => void serve(request, response))
  const url = `http://localhost:${await listen(server, port, 'localhost')}`
  const key = await createKey('first')
  const issuer: TestIssuer = {
    url,
    people,
    forge: null,
    replace: new Map(),
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const provider = await createProvider(issuer, {
    key: key.jwk,
    redirectUri: `${origin}/api/auth/oidc/callback`,
  })
  provider.use(async (ctx, next) => {
    await next()
    const body: unknown = ctx.body
    if (typeof body !== 'object' || body === null) return
    if (ctx.path === '/token' && issuer.forge && 'id_token' in body)
      ctx.body = { ...body, id_token: await issuer.forge(readToken(String(body.id_token), key)) }
    ctx.body = issuer.replace.get(ctx.path)?.(ctx.body as object) ?? ctx.body // cast: checked above
  })
  const callback = provider.callback()
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', url)
    issuer.requests.push(pathname)
    if (pathname.startsWith('/interaction/')) await serveInteraction(provider, people, { request, response })
    else await callback(request, response)
  }
  return issuer
}

type Key = { jwk: JWK; privateKey: CryptoKey; publicJwk: JWK }

/** Creates a key with which ID tokens are signed (ES256). */
export async function createKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const common = { kid, alg: 'ES256', use: 'sig' }
  return {
    jwk: { ...(await exportJWK(privateKey)), ...common },
    publicJwk: { ...(await exportJWK(publicKey)), ...common },
    privateKey,
  }
}

function readToken(token: string, { privateKey }: Key): IdToken {
  const [header = '', claims = ''] = token.split('.')
  const own: { header: JWTHeaderParameters; key: CryptoKey } = {
    header: JSON.parse(decode(header)),
    key: privateKey,
  }
  return {
    header: own.header,
    claims: JSON.parse(decode(claims)),
    sign: (changed, other = own) => new SignJWT(changed).setProtectedHeader(other.header).sign(other.key),
  }
}

function decode(part: string): string {
  return Buffer.from(part, 'base64url').toString()
}

/**
 * The library warns that its store in memory is for tests only, and of every version of Node without long-term support.
 */
async function createProvider(
  { url, people }: TestIssuer,
  { key, redirectUri }: { key: JWK; redirectUri: string },
): Promise<Provider> {
  const { warn } = console
  console.warn = () => undefined
  try {
    const library = await import('oidc-provider')
    return new library.Provider(url, configurationOf({ people, key, redirectUri }))
  } finally {
    console.warn = warn
  }
}

type Configured = { people: TestIssuer['people']; key: JWK; redirectUri: string }

function configurationOf({ people, key, redirectUri }: Configured): Configuration {
  return {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    findAccount: (_, sub) => {
      const person = [...people.values()].find((one) => one.sub === sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [key as never] }, // cast: the type of `jose` has more kinds of keys
    cookies: { keys: ['a key of the test issuer'] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      ctx.type = 'text'
      ctx.body = JSON.stringify(out)
    },
    ttl: {
      Session: 3600,
      Interaction: 600,
      Grant: 3600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
  }
}
