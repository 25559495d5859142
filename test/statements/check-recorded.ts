import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '#contract/api.ts'
import { exceptions } from './exceptions.ts'
import { judge } from './judge.ts'
import type { ColumnsOf } from './judge.ts'
import type { Recorded } from './recorded.ts'

/** A fault of a statement that the shopping path has run. */
type Found = { call: string; fault: string; sql: string }

/** The calls that shoppers make: all calls but those of admins. */
const shoppingCalls = Object.entries<{ access: string }>(calls)
  .filter(([, { access }]) => access !== 'admin')
  .map(([name]) => name)

/**
 * Judges the statements that all tests have run on PostgreSQL for the calls of shoppers. Prints the faults, and makes
 * the process exit with code 1 if there are any. An exception that no statement needs is a fault too, but only if every
 * call was made, since a run of a few test files makes only some of them.
 */
export function checkRecorded(folder: string, columnsOf: ColumnsOf): void {
  const recorded = readAll(folder).filter(({ call }) => shoppingCalls.includes(call))
  const complaints = complain(recorded, columnsOf)
  if (complaints.length === 0) return
  console.error(
    `\nStatements of the shopping path that touch more than one shopper:\n${complaints.join('\n')}\n`,
  )
  process.exitCode = 1
}

/** Returns a text for each fault that is not in the list of exceptions, and for each exception that is not needed. */
export function complain(recorded: Recorded[], columnsOf: ColumnsOf): string[] {
  const needed = new Set<string>()
  const faults = new Map<string, Found>()
  for (const { call, sql, same } of recorded)
    for (const fault of judge({ sql, same }, columnsOf)) {
      const known = exceptions.find((one) => one.fault === fault && one.calls.includes(call))
      if (known) needed.add(known.fault)
      else faults.set(`${call} ${fault} ${sql.slice(0, 40)}`, { call, fault, sql })
    }
  const made = new Set(recorded.map(({ call }) => call))
  const isWhole = shoppingCalls.every((call) => made.has(call))
  const unneeded = exceptions.filter(({ fault }) => isWhole && !needed.has(fault))
  return [
    ...[...faults.values()].map(({ call, fault, sql }) => `${call}: ${fault}: ${sql}`),
    ...unneeded.map(({ fault }) => `The exception "${fault}" is no longer needed.`),
  ]
}

function readAll(folder: string): Recorded[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  return [...new Set(lines)].filter(Boolean).map((line): Recorded => JSON.parse(line))
}
