/**
 * Returns texts as an English sentence lists them: `a`, `a and b`, `a, b, and c`. It does not use `Intl.ListFormat`, because
 * the first of a page takes 75 ms, which is 300 ms on a slow phone.
 */
export function listText(texts: readonly string[], word: 'and' | 'or' = 'and'): string {
  if (texts.length < 3) return texts.join(` ${word} `)
  return `${texts.slice(0, -1).join(', ')}, ${word} ${texts.at(-1)}`
}
