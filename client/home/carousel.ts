/** The shortest sideways movement, in CSS pixels, that counts as a swipe. */
const SWIPE = 40

/** The slide that is `step` away from `index`, going round at both ends of `count` slides. */
export function wrapAround(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count
}

/** What a finger's way means, in CSS pixels: 1 next (to the left), -1 previous, 0 nothing. */
export function swipeStep(across: number, down: number): -1 | 0 | 1 {
  if (Math.abs(across) < SWIPE || Math.abs(across) < Math.abs(down)) return 0
  return across < 0 ? 1 : -1
}

/** What a key means: arrows go back and forth. */
export function keyStep(key: string): -1 | 0 | 1 {
  if (key === 'ArrowRight') return 1
  return key === 'ArrowLeft' ? -1 : 0
}
