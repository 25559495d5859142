import { parseArgs } from 'node:util'
import { outages } from './outages.ts'

/**
 * `npm run outage` runs all outages in full size and prints the measured values. `-- <name> …` runs only these
 * outages, and `--short` takes seconds for each.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' } },
})
let failed = 0

for (const { name, title, run } of outages) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`${name}: ${title}`)
  for (const { what, value, unit, held } of await run(values.short ? 'short' : 'full')) {
    console.log(`  ${held ? 'held  ' : 'FAILED'} ${what}: ${value} ${unit}`)
    if (!held) failed += 1
  }
}
process.exitCode = failed === 0 ? 0 : 1
