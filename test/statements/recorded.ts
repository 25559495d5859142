import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'

const CURRENT: unique symbol = Symbol.for('crema.current-call')
// The cast adds the property that the next statement sets.
const globals = globalThis as { [CURRENT]?: AsyncLocalStorage<string> }

/**
 * The API call that a test is sending, such as `POST /orders`. Statements outside of calls belong to no call. Vitest may
 * load this module again in a worker process that has replaced Kysely's functions already, so both use the same object.
 */
export const currentCall = (globals[CURRENT] ??= new AsyncLocalStorage<string>())

/**
 * A statement that PostgreSQL has run for an API call. `same` has one number for each parameter: the index of the first
 * parameter with the same value.
 */
export type Recorded = { call: string; sql: string; same: number[] }

const known = new Set<string>()

/**
 * Appends the statement to the file, unless this process has recorded it before. Statements outside of calls are left
 * out.
 */
export function record(file: string, sql: string, parameters: readonly unknown[]): void {
  const call = currentCall.getStore()
  if (!call) return
  const line = JSON.stringify({ call, sql, same: parameters.map((value) => parameters.indexOf(value)) })
  if (known.has(line)) return
  known.add(line)
  appendFileSync(file, `${line}\n`)
}
