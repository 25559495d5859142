// Measures how many argon2id hashes per second this machine computes without the shop. The throughput of sign-in is
// compared with this number. Two hashes are computed at once, as in the shop. The argument is the duration in seconds.
// Prints the hashes per second.
import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const AT_ONCE = 2
const PARAMETERS = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32, message: 'coffee123' }
const derive = promisify(argon2)

const started = performance.now()
const until = started + Number(process.argv[2]) * 1000
let hashes = 0
await Promise.all(Array.from({ length: AT_ONCE }, hashUntilTheEnd))
console.log((hashes * 1000) / (performance.now() - started))

async function hashUntilTheEnd(): Promise<void> {
  for (; performance.now() < until; hashes++)
    await derive('argon2id', { ...PARAMETERS, nonce: randomBytes(16) })
}
