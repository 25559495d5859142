import { parseArgs } from 'node:util'
import { orSayWhy } from './setup/or-say-why.mjs'
import { runUnitTests, warnIfPostgresIsMissing } from './test/run-tests.ts'

/**
 * `npm run soak` runs 1,000 random histories of payments, and as many of subscriptions, on each database, on PostgreSQL with
 * two instances, and as many random queries of the lists of the dashboard. It also asks the search of the dashboard questions among 1,000,000 lines.
 * `-- --runs 50` runs another number, and `-- --seed 7` repeats the histories that have printed this seed.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' } },
})

await orSayWhy(async () => {
  process.env['SOAK_HISTORIES'] = process.env['SOAK_LISTS'] = values.runs
  process.env['SOAK_LINES'] = '1000000'
  if (values.seed !== undefined) process.env['HISTORIES_SEED'] = values.seed
  const files = [
    'server/payments/histories',
    'server/subscriptions/histories',
    'server/orders/lists/lists',
    'server/dashboard/search/questions',
  ]
  const { passed, failed } = await runUnitTests(files)
  warnIfPostgresIsMissing()
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
})
