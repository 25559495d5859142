import { describe, expect, test, vi } from 'vitest'
import { isFarOff, overRounds, report } from './figures.ts'
import type { Figure } from './figures.ts'

const rate: Figure = {
  name: 'reads',
  unit: '1/s',
  ours: [60, 50, 80],
  limit: [100, 100, 100],
  goal: 0.5,
  better: 'more',
}
const start: Figure = {
  name: 'start',
  unit: 'ms',
  ours: [250],
  limit: [50],
  goal: 8,
  better: 'less',
  atMost: 500,
}
const size: Figure = { name: 'script', unit: 'kB', ours: [104.8], goal: 105, better: 'less' }

describe('a line of the table', () => {
  function printed(figure: Figure): string {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    report([figure])
    const text = write.mock.calls.map(([part]) => String(part)).join('')
    write.mockRestore()
    return text
  }

  test('has the ratio of the middle round to its limit, the least and the most', () => {
    expect(printed(rate)).toMatch(/reads +60\.00 +100 +1\/s +0\.60 +0\.50 +0\.80 +0\.5 met/)
  })

  test('has no ratio where nothing was measured beside it: the goal is for the figure itself', () => {
    expect(printed(size)).toMatch(/script +105 +– +kB +– +105 +105 +105 met/)
    expect(printed({ ...size, ours: [105.1] })).toContain('MISSED')
  })

  test('is missed where either of two goals is', () => {
    expect(printed(start)).toContain('met')
    expect(printed({ ...start, ours: [450] })).toContain('MISSED')
    expect(printed({ ...start, ours: [501], limit: [100] })).toContain('MISSED')
  })

  test.each<[string, Figure, boolean]>([
    ['a bit over half of its goal', { ...rate, ours: [26] }, false],
    ['less than half of its goal', { ...rate, ours: [24] }, true],
    ['not yet twice what it may be', { ...size, ours: [209] }, false],
    ['more than twice what it may be', { ...size, ours: [211] }, true],
    ['not yet twice its second goal', { ...start, ours: [999], limit: [500] }, false],
    ['more than twice its second goal', { ...start, ours: [1001], limit: [500] }, true],
    ['beside a limit that could not be measured', { ...rate, limit: [] }, true],
    ['not measured', { ...size, ours: [] }, true],
  ])('is far off, or not: %s', (_, figure, far) => {
    expect(isFarOff(figure)).toBe(far)
  })

  test('has what every round measured', () => {
    const rounds = [
      { ...rate, ours: [60], limit: [100] },
      { ...rate, ours: [50], limit: [110] },
    ].map((figure) => [figure, size])
    expect(overRounds(rounds)).toEqual([
      { ...rate, ours: [60, 50], limit: [100, 110] },
      { ...size, ours: [104.8, 104.8] },
    ])
  })
})
