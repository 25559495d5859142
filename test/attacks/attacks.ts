import type { Attack } from './attack.ts'
import { brokenBodies } from './broken-bodies.ts'
import { connections } from './connections.ts'
import { log } from './log.ts'
import { pipelining } from './pipelining.ts'
import { uploads } from './uploads.ts'

/** Every attack, in the order of the report. */
export const attacks: Attack[] = [log, connections, pipelining, uploads, brokenBodies]
