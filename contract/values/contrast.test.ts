import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accentCss, accentStyles, contrast, isReadable, nearestReadable, THEMES } from './contrast.ts'

const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

describe('the contrast of two colours', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.478],
    ['#767676', '#ffffff', 4.542],
    ['#ff0000', '#ffffff', 3.998],
    ['#0000ff', '#ffff00', 8.001],
  ])('of %s and %s is %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2)
    expect(contrast(other, one)).toBe(contrast(one, other))
  })
})

describe('an accent colour', () => {
  test.each(['#944a1b', '#7a4a21', '#000000', '#1a4d8f', '#2f6a3c', '#8b0045'])(
    '%s is readable',
    (accent) => {
      expect([isReadable(accent), nearestReadable(accent)]).toEqual([true, accent])
    },
  )

  test.each([
    ['#ffffff', '#6a6a6a'],
    ['#ffcc00', '#806700'],
    ['#e5791b', '#a35613'],
    ['#e5a063', '#9e581a'],
    ['#00b3ff', '#0071a1'],
  ])('%s is not readable, and %s is the nearest that is', (accent, nearest) => {
    expect([isReadable(accent), nearestReadable(accent)]).toEqual([false, nearest])
  })

  test('that is suggested is readable, and any lighter one would not be', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const nearest = nearestReadable(accent)
        expect(isReadable(nearest)).toBe(true)
        if (nearest === accent) return
        expect(isReadable(accent)).toBe(false)
        const lighter = [1, 3, 5].map((at) =>
          Math.min(255, Number.parseInt(nearest.slice(at, at + 2), 16) + 3),
        )
        expect(isReadable(`#${lighter.map((part) => part.toString(16).padStart(2, '0')).join('')}`)).toBe(
          false,
        )
      }),
    )
  })

  test('is readable in both themes, as a link, as a button and as a button under the pointer', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const styles = accentStyles(nearestReadable(accent))
        for (const theme of ['light', 'dark'] as const) {
          const { '--color-primary': primary = '', '--color-primary-content': text = '' } =
            styles?.[theme] ?? {}
          for (const page of THEMES[theme].pages) expect(contrast(primary, page)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(primary, text)).toBeGreaterThanOrEqual(4.5)
          // daisyUI mixes the colour of a button under the pointer with 7 % black.
          expect(contrast(darker(primary), text)).toBeGreaterThanOrEqual(4.5)
        }
      }),
    )
  })

  test('that is empty leaves the colours of the themes', () => {
    expect([accentStyles(''), accentCss('')]).toEqual([null, ''])
  })

  test('is used as it is in the light theme, and lighter in the dark one', () => {
    expect(accentCss('#1a4d8f')).toBe(
      '@media screen{:root,[data-theme=paper]{--color-primary:#1a4d8f;--color-primary-content:#fff8ee}@media (prefers-color-scheme:dark){:root:not([data-theme]){--color-primary:#7dace7;--color-primary-content:#241307}}[data-theme=roast]{--color-primary:#7dace7;--color-primary-content:#241307}}',
    )
  })
})

/** Mixes a colour with 10 % black. */
function darker(of: string): string {
  const parts = [1, 3, 5].map((at) => Math.round(Number.parseInt(of.slice(at, at + 2), 16) * 0.9))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
