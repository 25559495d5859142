import type { SecretSet } from './secret-set.ts'

/** Secrets that were read longer ago than this, in milliseconds, are read again before they are used. */
const FRESH_MS = 5000

/**
 * The secrets of a running shop. They are read again every few seconds while they are used, so that a rotation by the
 * command `rotate-secrets` takes effect in all processes without a restart.
 */
export class Secrets {
  readonly #read: () => Promise<SecretSet>
  #latest: SecretSet
  #readAt = performance.now()
  #reading: Promise<SecretSet> | null = null

  /** `latest` are the secrets that were just read. `read` reads them again. */
  constructor(latest: SecretSet, read: () => Promise<SecretSet>) {
    this.#latest = latest
    this.#read = read
  }

  /** The secrets as they were last read. Only for what is harmless if a new secret is unknown for some seconds. */
  get latest(): SecretSet {
    return this.#latest
  }

  /** Returns secrets that were read within the last seconds. Rejects if they cannot be read again. */
  async fresh(): Promise<SecretSet> {
    if (performance.now() - this.#readAt < FRESH_MS) return this.#latest
    this.#reading ??= this.#readAgain().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #readAgain(): Promise<SecretSet> {
    const startedAt = performance.now()
    this.#latest = await this.#read()
    this.#readAt = startedAt
    return this.#latest
  }
}
