import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The lowest cost that Argon2 accepts: 8 KiB of memory and one pass. */
const LEAST = { memory: 8, passes: 1, parallelism: 1 }

/**
 * Makes `argon2` of `node:crypto` ignore the given cost, so that password hashes take almost no time in this process.
 */
export function useCheapHashes() {
  const { argon2 } = crypto
  crypto.argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, { ...parameters, ...LEAST }, callback)
  syncBuiltinESMExports()
}
