import { Refused } from './objects.ts'

/** The result of a request: an HTTP status and a JSON body, and whether it was stored by an earlier request. */
export type Result = { status: number; body: object; isReplayed?: true }

type Known = { parameters: string; result: Result | null }

/**
 * Results by idempotency key (https://docs.stripe.com/api/idempotent_requests). The first request with a key is run,
 * and later ones get its result. A later request is refused if the first one is still running, or if its parameters
 * differ.
 */
export class IdempotencyKeys {
  readonly #known = new Map<string, Known>()

  /** Returns the result for a key. Throws a `Refused` if a request with the key is running, or had other parameters. */
  async run(key: string, parameters: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.#known.get(key)
    if (known && known.parameters !== parameters)
      throw new Refused(
        400,
        'Keys for idempotent requests can only be used with the same parameters.',
        'idempotency_error',
      )
    if (known && !known.result)
      throw new Refused(409, 'Another request with this key is in progress.', 'idempotency_key_in_use')
    if (known?.result) return { ...known.result, isReplayed: true }
    const entry: Known = { parameters, result: null }
    this.#known.set(key, entry)
    try {
      entry.result = await work()
      return entry.result
    } catch (error) {
      // Stripe does not save results of requests that it refuses before it runs them.
      this.#known.delete(key)
      throw error
    }
  }

  /** Forgets the keys with a stored error, as Stripe does after a day. */
  forgetErrors(): void {
    for (const [key, { result }] of this.#known) if (result && result.status >= 500) this.#known.delete(key)
  }

  /** Forgets all keys, as Stripe may do with keys that are older than a day. */
  forget(): void {
    this.#known.clear()
  }
}
