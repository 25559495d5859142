import { describe, expect, it, onTestFinished } from 'vitest'
import { groundFor, thisCheckout } from './attack.ts'
import { attacks } from './attacks.ts'

describe('the shop under attack', () => {
  it.each(attacks)('holds against $name', { timeout: 120_000 }, async ({ run }) => {
    const ground = groundFor(thisCheckout, 'short')
    onTestFinished(ground.stopAll)
    expect((await run(ground)).filter(({ held }) => !held)).toStrictEqual([])
  })
})
