import type { Config } from '#server/config.ts'

/** The result of one check: `warn` is for something that works, but that the operator should look at. */
export type Finding = { level: 'ok' | 'warn' | 'fail'; text: string }

/** A check of `npm run doctor`. It changes nothing. A check that throws has failed. */
export type Check = { name: string; run: (config: Config) => Promise<Finding[]> }

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warn = (text: string): Finding => ({ level: 'warn', text })
export const fail = (text: string): Finding => ({ level: 'fail', text })

/** A check may take this time in milliseconds. It has failed after that. */
const TIMEOUT_MS = 15_000

/** Runs a check. An error and a hang become findings, so that the other checks still run. */
export async function runCheck({ name, run }: Check, config: Config, timeoutMs = TIMEOUT_MS) {
  const late = Promise.withResolvers<Finding[]>()
  const timer = setTimeout(
    () => late.resolve([fail(`There was no answer within ${timeoutMs / 1000} s.`)]),
    timeoutMs,
  )
  const findings = await Promise.race([
    run(config).catch((error: unknown) => [fail(messageOf(error))]),
    late.promise,
  ])
  clearTimeout(timer)
  return findings.map(({ level, text }) => ({ name, level, text }))
}

/** Returns the message of an error. Some errors of the network have none, only a code. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
