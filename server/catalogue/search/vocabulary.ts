/** A word of the shop, and the number of products that have it. */
export type Word = { word: string; count: number }

/**
 * The words by which the shop's products are found, to correct typos. Words with fewer than five letters and words with
 * digits are not corrected. Others may have one typo, and from nine letters two.
 */
export class Vocabulary {
  readonly #byFirstLetter: Map<string, Word[]>

  constructor(words: Word[]) {
    this.#byFirstLetter = Map.groupBy(words, ({ word }) => word.slice(0, 1))
  }

  /** Returns whether the shop has this word or, with `isPrefix`, a word that begins with it. */
  has(typed: string, isPrefix: boolean): boolean {
    const near = this.#byFirstLetter.get(typed.slice(0, 1)) ?? []
    return near.some(({ word }) => (isPrefix ? word.startsWith(typed) : word === typed))
  }

  /**
   * Returns the word of the shop that is nearest to a typed one: that with the fewest typos, and of several the one that
   * most products have. Returns the typed word if the shop has it, or no word that is near enough.
   */
  correct(typed: string, isPrefix: boolean): string {
    const max = maxTypos(typed)
    if (max === 0 || this.has(typed, isPrefix)) return typed
    const found = this.#candidates(typed, max).flatMap(({ word, count }) => {
      const whole = countTypos(typed, word, max)
      const begun = isPrefix ? countTypos(typed, word.slice(0, typed.length), max) : whole
      const typos = Math.min(whole, begun)
      return typos <= max ? [{ word, count, typos }] : []
    })
    const [best] = found.toSorted(
      (a, b) => a.typos - b.typos || b.count - a.count || (a.word < b.word ? -1 : 1),
    )
    return best?.word ?? typed
  }

  /** A wrong first letter counts as two typos, so that the rest of the word must be right. */
  #candidates(typed: string, max: number): Word[] {
    const [first, rest] = [typed.slice(0, 1), typed.slice(2)]
    const others = [...this.#byFirstLetter].filter(([letter]) => max > 1 && letter !== first)
    return [
      ...(this.#byFirstLetter.get(first) ?? []),
      ...others.flatMap(([, words]) => words.filter(({ word }) => word.endsWith(rest))),
    ]
  }
}

function maxTypos(word: string): number {
  if (/\p{N}/u.test(word) || word.length < 5) return 0
  return word.length < 9 ? 1 : 2
}

/**
 * Returns the number of typos that lead from one word to another: letters that are wrong, missing, too many, or swapped
 * with the next one (the optimal string alignment distance). Those at the first letter count twice. Returns more than
 * `max` if there are more.
 */
export function countTypos(typed: string, word: string, max: number): number {
  if (Math.abs(typed.length - word.length) > max) return max + 1
  let before: number[] = []
  let above = Array.from({ length: word.length + 1 }, (_, at) => (at === 0 ? 0 : at + 1))
  for (let row = 1; row <= typed.length; row++) {
    const here = [row + 1]
    for (let at = 1; at <= word.length; at++) {
      const isSame = typed[row - 1] === word[at - 1]
      const isSwapped = typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1]
      const changed = cost(above, at - 1) + (isSame ? 0 : weight(row, at, 1))
      const swapped = isSwapped ? cost(before, at - 2) + weight(row, at, 2) : Infinity
      here.push(Math.min(changed, swapped, cost(above, at) + 1, cost(here, at - 1) + 1))
    }
    before = above
    above = here
  }
  return cost(above, word.length)
}

function cost(row: number[], at: number): number {
  return row[at] ?? Infinity
}

/** Returns the weight of a typo that ends at these positions: 2 if it begins at the first letters, and else 1. */
function weight(row: number, at: number, first: number): number {
  return row === first && at === first ? 2 : 1
}
