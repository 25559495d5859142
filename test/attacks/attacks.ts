import { badTokens } from './bad-tokens.ts'
import { connections } from './connections.ts'
import { liveLines } from './live-lines.ts'
import { log } from './log.ts'
import { pipelining } from './pipelining.ts'
import { signInQueue } from './sign-in-queue.ts'
import { uploads } from './uploads.ts'

/** All attacks, in the order in which they run. */
export const attacks = [log, signInQueue, connections, pipelining, uploads, badTokens, liveLines]
