import { expect, test } from 'vitest'
import { tallyOfBrowserTests, tallyOfUnitTests } from './tally.ts'

const unitTest = (title: string, status: string, failureMessages: string[] = []) => ({
  fullName: title,
  status,
  failureMessages,
})

test('names the unit tests that failed, at the first try or at both', () => {
  const assertionResults = [
    unitTest('adds up', 'passed'),
    unitTest('waits', 'passed', ['Timeout']),
    unitTest('takes away', 'failed', ['Error', 'Error']),
    unitTest('needs PostgreSQL', 'skipped'),
  ]
  const testResults = [
    { name: 'sums.test.ts', status: 'failed', assertionResults },
    { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
  ]
  expect(tallyOfUnitTests({ testResults }, 1)).toEqual({
    passed: 2,
    failed: 2,
    failures: ['sums.test.ts: takes away', 'broken.test.ts'],
    retried: ['sums.test.ts: waits'],
  })
})

test('names the browser tests that failed, at the first try or at both', () => {
  const spec = (title: string, status: string) => ({ title, file: 'cart.spec.ts', tests: [{ status }] })
  const inner = { specs: [spec('pays', 'unexpected'), spec('waits', 'flaky'), spec('is skipped', 'skipped')] }
  expect(
    tallyOfBrowserTests({ suites: [{ specs: [spec('opens', 'expected')], suites: [inner] }] }, 1),
  ).toEqual({
    passed: 2,
    failed: 1,
    failures: ['cart.spec.ts: pays'],
    retried: ['cart.spec.ts: waits'],
  })
})

test('counts a test runner that fails without a failed test as one failure', () => {
  for (const result of [tallyOfUnitTests({}, 1), tallyOfBrowserTests({}, 1)])
    expect(result).toEqual({ passed: 0, failed: 1, failures: [], retried: [] })
})
