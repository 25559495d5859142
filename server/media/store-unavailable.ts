import { Problem } from '#contract/errors.ts'
import { ServiceFailed } from '#server/platform/http/errors.ts'

/**
 * Thrown if the store of the pictures cannot be reached, or refuses a request. The message tells the owner of the shop
 * the reason in one sentence. It contains no key.
 */
export class StoreUnavailable extends ServiceFailed {
  constructor(message: string) {
    super(new Problem('pictures-unavailable'), message)
  }
}

/**
 * Thrown if the store has refused a request about one file. Other files may be available. AWS refuses with 403 to load a
 * file that does not exist if the key may not list the bucket.
 */
export class StoreRefused extends StoreUnavailable {}
