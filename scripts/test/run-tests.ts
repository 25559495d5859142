import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '../../test/postgres/server.ts'
import { inRoot } from '../setup/place.mjs'
import { runInForeground } from '../setup/run-command.mjs'
import { say } from '../setup/say.mjs'
import { getBrowser } from './get-browser.ts'
import { tallyOfBrowserTests, tallyOfUnitTests } from './tally.ts'
import type { Tally } from './tally.ts'

const PATIENCE_MS = 30_000

const reports = inRoot('node_modules', '.cache', 'reports')

/** Runs the unit tests with Vitest. `args` are passed on to Vitest. */
export async function runUnitTests(args: string[]): Promise<Tally> {
  const report = freshReport('unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [process.execPath, inRoot('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args]
  const code = await runUntilReported(command, { report })
  return tallyOfUnitTests(readReport(report), code)
}

/**
 * Runs the browser tests with Playwright. `args` are passed on to Playwright. Installs a browser first if there is
 * none.
 */
export async function runBrowserTests(args: string[]): Promise<Tally> {
  await getBrowser()
  const report = freshReport('e2e.json')
  const command = [
    process.execPath,
    inRoot('node_modules/@playwright/test/cli.js'),
    'test',
    '--reporter=list,json',
    ...args,
  ]
  const code = await runUntilReported(command, {
    report,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return tallyOfBrowserTests(readReport(report), code)
}

/**
 * Warns if PostgreSQL is not installed. The tests that need it were then skipped, and must not look as if they had
 * passed.
 */
export function warnIfPostgresIsMissing(): void {
  if (!findPostgres()) say('*** PostgreSQL is not installed: the tests on it were SKIPPED ***')
}

/**
 * Runs a test runner. If the runner has not ended `PATIENCE_MS` after it wrote its report, it is killed and counts as
 * failed. Without this limit, a process or timer that a test has left behind could keep the runner alive for ever.
 */
async function runUntilReported(
  command: string[],
  { report, env }: { report: string; env?: NodeJS.ProcessEnv },
): Promise<number> {
  const abort = new AbortController()
  const watch = setInterval(() => {
    if (!existsSync(report) || Date.now() - statSync(report).mtimeMs < PATIENCE_MS) return
    say('*** the tests have ended, but their runner has not: a test has left a process or timer behind ***')
    abort.abort()
    clearInterval(watch)
  }, 1_000)
  try {
    return await runInForeground(command, { ...(env ? { env } : {}), signal: abort.signal })
  } finally {
    clearInterval(watch)
  }
}

function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true })
  rmSync(join(reports, name), { force: true })
  return join(reports, name)
}

function readReport(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
