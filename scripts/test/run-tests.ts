import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '../../test/postgres.ts'
import { inRoot } from '../setup/place.mjs'
import { runInForeground } from '../setup/run-command.mjs'
import { say } from '../setup/say.mjs'
import { getBrowser } from './get-browser.ts'

export type Tally = { passed: number; failed: number }

const reports = inRoot('node_modules', '.cache', 'reports')

/** Vitest, with more arguments for it. */
export async function runUnitTests(args: string[]): Promise<Tally> {
  const report = freshReport('unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runInForeground([process.execPath, inRoot('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args])
  const counts: { numPassedTests?: number; numFailedTests?: number } = readReport(report)
  return tally({ passed: counts.numPassedTests, failed: counts.numFailedTests, code })
}

/** Playwright, with more arguments for it, in a browser that is installed first when there is none. */
export async function runBrowserTests(args: string[]): Promise<Tally> {
  await getBrowser()
  const report = freshReport('e2e.json')
  const command = [process.execPath, inRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args]
  const code = await runInForeground(command, { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  const { stats }: { stats?: { expected: number; unexpected: number } } = readReport(report)
  return tally({ passed: stats?.expected, failed: stats?.unexpected, code })
}

/** Tests that did not run must not look like tests that passed. */
export function sayIfHalfIsMissing(): void {
  if (!findPostgres()) say('*** PostgreSQL is not installed here: its half of the tests was SKIPPED ***')
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

/** A runner that failed without a failed test (a file that does not load, no report) counts as one. */
function tally({ passed = 0, failed = 0, code }: { passed?: number | undefined; failed?: number | undefined; code: number }): Tally {
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}
