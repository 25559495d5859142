import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { THEMES } from '#contract/values/contrast.ts'

test.each([
  ['light', 'paper'],
  ['dark', 'roast'],
] as const)('the colours of the %s theme are those of the stylesheet', (theme, name) => {
  const css = readFileSync(join(import.meta.dirname, '../../client/styles.css'), 'utf8')
  const block = css.split("name: '").find((part) => part.startsWith(`${name}'`)) ?? ''
  const valueOf = (property: string) => new RegExp(`--color-${property}: (#[0-9a-f]{6});`).exec(block)?.[1]
  const { pages, onAccent } = THEMES[theme]
  expect([valueOf('base-100'), valueOf('base-200')]).toEqual([...pages])
  expect(valueOf('primary-content')).toBe(onAccent)
})
