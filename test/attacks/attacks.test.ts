import { expect, test } from 'vitest'
import { runTrial } from '../harness/trial.ts'
import { attacks } from './attacks.ts'

test.each(attacks)('the shop holds against $name', { timeout: 120_000 }, async (attack) => {
  expect((await runTrial(attack, 'short')).filter(({ held }) => !held)).toStrictEqual([])
})
