/** One bar of a chart whose columns are 1 wide and which is 1 high: from the top, y downwards. */
export type Bar = { x: number; y: number; width: number; height: number }

/** How much of a column its bar fills. */
const FILL = 0.72

/** The smallest of 1, 2 and 5 times a power of ten that a chart up to `most` fits under; 1 for nothing at all. */
export function topOf(most: number): number {
  if (!(most > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? most
}

/** A bar for every value, 0 or more, under the same top. */
export function barsOf(values: number[], top: number): Bar[] {
  return values.map((value, index) => {
    const height = Math.min(1, Math.max(0, value / top))
    return { x: index + (1 - FILL) / 2, y: 1 - height, width: FILL, height }
  })
}
