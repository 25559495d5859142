import { createLocalJWKSet, errors } from 'jose'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { now } from '#server/platform/clock.ts'
import { firebaseUrl, rethrow } from './firebase-api.ts'

const PATH = 'www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

const REPLY_TIMEOUT_MS = 10_000

/** The keys are kept for at most this time in milliseconds, whatever the response says. */
const LONGEST_MS = 24 * 60 * 60_000

/** An unknown key id causes the keys to be fetched again at most once in this time in milliseconds. */
const COOLDOWN_MS = 30_000

type KeySet = { find: JWTVerifyGetKey; fetchedAt: number; expiresAt: number }

/**
 * The public keys of the accounts that sign Firebase's ID tokens. They are fetched when they are first needed, and kept
 * for as long as the header `Cache-Control` of the response says. Google replaces a key every few days.
 */
export class PublishedKeys {
  readonly #url: string
  #keys: KeySet | null = null
  #loading: Promise<KeySet> | null = null

  constructor(apiBase: string | null) {
    this.#url = firebaseUrl(apiBase, PATH)
  }

  /**
   * Returns the key that a token names in its header. Throws an error of `jose` if there is no such key, and
   * `ServiceFailed` if the keys cannot be fetched.
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (!header.kid) throw new errors.JWKSNoMatchingKey()
    const keys = this.#keys && this.#keys.expiresAt > now() ? this.#keys : await this.#load()
    try {
      return await keys.find(header, token)
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey
      if (!isUnknown || now() - keys.fetchedAt < COOLDOWN_MS) throw error
    }
    return (await this.#load()).find(header, token)
  }

  /** Fetches the keys, for `npm run doctor`. Throws if that fails. */
  async check(): Promise<void> {
    await this.#load()
  }

  #load(): Promise<KeySet> {
    this.#loading ??= this.#fetch().finally(() => (this.#loading = null))
    return this.#loading
  }

  async #fetch(): Promise<KeySet> {
    const fetchedAt = now()
    const signal = AbortSignal.timeout(REPLY_TIMEOUT_MS)
    const response = await fetch(this.#url, { redirect: 'error', signal }).catch(rethrow)
    if (!response.ok) rethrow(new Error(`its keys have status ${response.status}`))
    // The cast is checked by `createLocalJWKSet`, which throws if this is not a set of keys.
    const set = (await response.json().catch(rethrow)) as JSONWebKeySet
    const expiresAt = fetchedAt + maxAgeOf(response.headers.get('cache-control'))
    this.#keys = { find: createLocalJWKSet(set), fetchedAt, expiresAt }
    return this.#keys
  }
}

/** Returns `max-age` of the header `Cache-Control` in milliseconds, or 0 if there is none. */
function maxAgeOf(cacheControl: string | null): number {
  const [, seconds = '0'] = /max-age=(\d+)/.exec(cacheControl ?? '') ?? []
  return Math.min(1000 * Number(seconds), LONGEST_MS)
}
