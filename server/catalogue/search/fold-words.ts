/** Letters that are not letters with accents in Unicode, as people type them on other keyboards. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const MAX_LENGTH = 40

/**
 * Returns the words of a text in the form in which they are stored and searched for: in lower case, without accents, and
 * with a weight as one word. `Café Crème, 250 g` becomes `cafe`, `creme` and `250g`.
 */
export function foldWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/(\d)\s+(k?g)\b/g, '$1$2')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => [...word].slice(0, MAX_LENGTH).join(''))
}

/** Returns the folded words of texts, each once. */
export function foldedText(texts: (string | null | undefined)[]): string {
  return [...new Set(texts.flatMap((text) => foldWords(text ?? '')))].join(' ')
}
