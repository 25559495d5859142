import type { Attack } from './attack.ts'
import { badTokens } from './bad-tokens.ts'
import { fullCart } from './full-cart.ts'
import { liveLines } from './live-lines.ts'
import { signInQueue } from './sign-in-queue.ts'

/** Every attack, in the order of the report. */
export const attacks: Attack[] = [signInQueue, badTokens, liveLines, fullCart]
