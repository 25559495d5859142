import type { Attack } from './attack.ts'

/** Every attack, in the order of the report. */
export const attacks: Attack[] = []
