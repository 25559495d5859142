import type { SearchAnswer } from '#contract/catalogue.ts'
import { SEARCH_LIMIT } from '#contract/values/facts/coffee-list.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { findWords, listWords } from './find-words.ts'
import type { Group, Term } from './find-words.ts'
import { foldWords } from './fold-words.ts'
import { Vocabulary } from './vocabulary.ts'

const MAX_WORDS = 8
/** The number of searches whose results are cached, until the catalogue or the synonyms change. */
const MAX_KNOWN = 1000

type Found = Pick<SearchAnswer, 'how' | 'words'> & { ids: string[] }

type Setup = { database: ShopDatabase; synonyms: () => Promise<string[]> }

/** Finds coffees by the words that a visitor types. Corrects typos, and knows the owner's synonyms. */
export class Search {
  readonly #database: ShopDatabase
  readonly #synonyms: Setup['synonyms']
  #vocabulary: () => Promise<Vocabulary>
  #known = new Lru<string, Promise<Found>>(MAX_KNOWN)

  constructor({ database, synonyms }: Setup) {
    this.#database = database
    this.#synonyms = synonyms
    this.#vocabulary = this.#newVocabulary()
    const forget = () => {
      this.#vocabulary = this.#newVocabulary()
      this.#known = new Lru(MAX_KNOWN)
    }
    database.events.onType('catalogue-changed', forget)
    database.events.onType('settings-changed', forget)
  }

  /**
   * Returns the ids of the coffees that fit, the best first, at most `SEARCH_LIMIT`. If none has all words, searches again
   * with typos corrected, and then for those that have some of the words.
   */
  find(text: string): Promise<Found> {
    const typed = foldWords(text).slice(0, MAX_WORDS)
    const [cache, key] = [this.#known, typed.join(' ')]
    const known = cache.get(key)
    if (known) return known
    const found = this.#search(typed)
    cache.set(key, found)
    // An error is not cached.
    found.catch(() => cache.delete(key))
    return found
  }

  async #search(typed: string[]): Promise<Found> {
    if (typed.length === 0) return { how: 'none', words: '', ids: [] }
    const synonyms = (await this.#synonyms()).map(readSynonyms)
    const findAll = (words: string[]) => this.#findAll(groupsOf(words, synonyms))
    const ids = await findAll(typed)
    if (ids.length > 0) return { how: 'all', words: typed.join(' '), ids }
    const vocabulary = await this.#vocabulary()
    const right = typed.map((word, at) => vocabulary.correct(word, at === typed.length - 1))
    const words = right.join(' ')
    const corrected = words === typed.join(' ') ? [] : await findAll(right)
    if (corrected.length > 0) return { how: 'corrected', words, ids: corrected }
    const some = typed.length > 1 ? await this.#findSome(groupsOf(right, synonyms)) : []
    return { how: some.length > 0 ? 'some' : 'none', words, ids: some }
  }

  #newVocabulary(): () => Promise<Vocabulary> {
    return loadOnce(async () => new Vocabulary(await listWords(this.#database)))
  }

  #findAll(groups: Group[]): Promise<string[]> {
    return findWords(this.#database, groups, SEARCH_LIMIT)
  }

  /** Returns the coffees that have at least one of the words, those with most of them first. */
  async #findSome(groups: Group[]): Promise<string[]> {
    const found = await Promise.all(groups.map((group) => this.#findAll([group])))
    const counts = new Map<string, number>()
    for (const id of found.flat()) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .map(([id]) => id)
      .slice(0, SEARCH_LIMIT)
  }
}

/** Returns the alternatives in a line such as `french press = cafetiere`, each as its words. */
function readSynonyms(line: string): string[][] {
  return line
    .split('=')
    .map(foldWords)
    .filter((words) => words.length > 0)
}

/**
 * Returns what has to be found. Words that are synonyms become one group with all alternatives. The last word may be
 * unfinished, because results are shown as one types.
 */
function groupsOf(words: string[], synonyms: string[][][]): Group[] {
  const groups: Group[] = []
  for (let at = 0; at < words.length;) {
    const here = (alternative: string[]) => alternative.every((word, index) => words[at + index] === word)
    const line = synonyms.find((alternatives) => alternatives.some(here))
    const length = Math.max(1, ...(line ?? []).filter(here).map((alternative) => alternative.length))
    const isLast = at + length === words.length
    const typed = words.slice(at, at + length)
    const others = (line ?? []).filter((alternative) => !here(alternative))
    groups.push([toTerms(typed, isLast), ...others.map((other) => toTerms(other, false))])
    at += length
  }
  return groups
}

function toTerms(words: string[], isUnfinished: boolean): Term[] {
  return words.map((word, at) => ({
    word,
    isPrefix: isUnfinished && at === words.length - 1 && word.length > 1,
  }))
}
