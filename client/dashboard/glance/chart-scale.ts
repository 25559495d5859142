/** One bar of a chart whose columns are 1 wide and which is 1 high: from the top, y downwards. */
export type Bar = { x: number; y: number; width: number; height: number }

/** How much of a column its bar fills. */
const FILL = 0.72

/** A bar for every value, 0 or more. The greatest fills the whole height. */
export function barsOf(values: number[]): Bar[] {
  const most = Math.max(0, ...values)
  return values.map((value, index) => {
    const height = most > 0 ? Math.max(0, value / most) : 0
    return { x: index + (1 - FILL) / 2, y: 1 - height, width: FILL, height }
  })
}
