import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { groundFor, thisCheckout } from './attack.ts'
import type { Attack, Figure } from './attack.ts'
import { attacks } from './attacks.ts'

/**
 * `npm run attack` runs all attacks in full size and prints the measured values. `-- <name> …` runs only these
 * attacks, `--short` uses the sizes of `npm test`, and `--checkout <folder>` attacks the code in another Git
 * checkout.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, checkout: { type: 'string' } },
})
const checkout = values.checkout ? resolve(values.checkout) : thisCheckout
const chosen = attacks.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
let failed = 0

for (const attack of chosen) {
  console.log(`${attack.name}: ${attack.title}`)
  for (const { what, value, unit, held } of await figuresOf(attack)) {
    console.log(`  ${held ? 'held  ' : 'FAILED'} ${what}: ${value} ${unit}`)
    if (!held) failed += 1
  }
}
process.exitCode = failed === 0 ? 0 : 1

async function figuresOf(attack: Attack): Promise<Figure[]> {
  const ground = groundFor(checkout, values.short ? 'short' : 'full')
  try {
    return await attack.run(ground)
  } finally {
    await ground.stopAll()
  }
}
