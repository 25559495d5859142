import { relative } from 'node:path'

/**
 * The result of a part of the tests. `failures` are the names of the failed tests, and `retried` of those that failed
 * at first and passed when they were repeated.
 */
export type Tally = { passed: number; failed: number; failures: string[]; retried: string[] }

type UnitReport = {
  testResults?: {
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
    name: string
    status: string
  }[]
}

/**
 * Counts the results in a JSON report of Vitest. `code` is the exit code of Vitest. A test that passed after a retry
 * has status `passed` and the messages of its failures.
 */
export function tallyOfUnitTests({ testResults = [] }: UnitReport, code: number): Tally {
  const tests = testResults.flatMap(({ assertionResults, name: file }) =>
    assertionResults.map((test) => ({ ...test, name: `${relative('', file)}: ${test.fullName}` })),
  )
  const passed = tests.filter(({ status }) => status === 'passed')
  const failed = tests.filter(({ status }) => status === 'failed')
  // A file that cannot be loaded has failed without a failed test.
  const files = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  return tally(
    {
      passed: passed.length,
      failures: [...failed, ...files].map(({ name }) => name),
      retried: passed.filter(({ failureMessages }) => failureMessages.length > 0).map(({ name }) => name),
    },
    code,
  )
}

type BrowserSuite = {
  suites?: BrowserSuite[]
  specs?: { title: string; file: string; tests: { status: string }[] }[]
}

/** Counts the results in a JSON report of Playwright. `code` is the exit code of Playwright. */
export function tallyOfBrowserTests({ suites = [] }: BrowserSuite, code: number): Tally {
  const tests = suites.flatMap(testsIn)
  const names = (wanted: string) => tests.filter(({ status }) => status === wanted).map(({ name }) => name)
  const retried = names('flaky')
  return tally(
    { passed: names('expected').length + retried.length, failures: names('unexpected'), retried },
    code,
  )
}

function testsIn({ suites = [], specs = [] }: BrowserSuite): { name: string; status: string }[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status }) => ({ name: `${file}: ${title}`, status })),
  )
  return [...own, ...suites.flatMap(testsIn)]
}

/** A runner that fails without a failed test counts as one failure. */
function tally(counts: Omit<Tally, 'failed'>, code: number): Tally {
  const failed = counts.failures.length
  return { ...counts, failed: code === 0 ? failed : Math.max(failed, 1) }
}
