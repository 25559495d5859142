import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '#contract/api.ts'
import { exceptions } from './exceptions.ts'
import type { Exception } from './exceptions.ts'
import { judge } from './judge.ts'
import type { ColumnsOf } from './judge.ts'
import type { Recorded } from './recorded.ts'
import { fingerprintOf } from './syntax-tree.ts'

/** The calls that shoppers make: all calls but those of admins. */
const shoppingCalls = Object.entries<{ access: string }>(calls)
  .filter(([, { access }]) => access !== 'admin')
  .map(([name]) => name)

/** The calls of shoppers that run no statement. */
const WITHOUT_STATEMENTS = ['GET /addressFormat/{country}']

/**
 * Judges the statements that all tests have run on PostgreSQL for the calls of shoppers. Prints the faults, and makes
 * the process exit with code 1 if there are any. An exception that no statement needs is a fault too, but only if every
 * call was made, since a run of a few test files makes only some of them.
 */
export function checkRecorded(folder: string, columnsOf: ColumnsOf): void {
  const recorded = readAll(folder).filter(({ call }) => shoppingCalls.includes(call))
  const made = new Set([...WITHOUT_STATEMENTS, ...recorded.map(({ call }) => call)])
  const isWhole = shoppingCalls.every((call) => made.has(call))
  const complaints = complain(recorded, { columnsOf, exceptions, isWhole })
  if (complaints.length === 0) return
  console.error(
    `\nStatements of the shopping path that touch more than one shopper:\n${complaints.join('\n')}\n`,
  )
  process.exitCode = 1
}

type Rules = { columnsOf: ColumnsOf; exceptions: Exception[]; isWhole: boolean }

/**
 * Returns a text for each faulty statement of a call that is not in the list of exceptions and, if the recording is
 * whole, for each exception that is not needed.
 */
export function complain(recorded: Recorded[], { columnsOf, exceptions: known, isWhole }: Rules): string[] {
  const unneeded = new Map(known.map((exception) => [fingerprintOf(exception.statement), exception]))
  const allowed = new Map(unneeded)
  const complaints = new Map<string, string>()
  for (const { call, sql, same } of recorded) {
    const faults = judge({ sql, same }, columnsOf)
    if (faults.length === 0) continue
    const fingerprint = fingerprintOf(sql)
    unneeded.delete(fingerprint)
    if (!allowed.get(fingerprint)?.calls.includes(call))
      complaints.set(`${call} ${fingerprint}`, `${call}: ${faults.join(', ')}: ${sql}`)
  }
  const superfluous = isWhole ? [...unneeded.values()] : []
  return [
    ...complaints.values(),
    ...superfluous.map(({ statement }) => `This exception is no longer needed: ${statement}`),
  ]
}

function readAll(folder: string): Recorded[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  return [...new Set(lines)].filter(Boolean).map((line): Recorded => JSON.parse(line))
}
