import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { Term } from '#server/catalogue/search/find-words.ts'
import { SPAN, START } from './read-entries.ts'
import type { Entry, EntryKind } from './read-entries.ts'

/** What is searched for. Without `byEmail`, the words of email addresses find nothing. */
export type Question = { words: string[]; byEmail: boolean }

export type Found = Entry & { isExact: boolean }

type Source = Pick<ShopDatabase, 'longRead' | 'dialect'>
type Part = { kind: EntryKind; limit: number }
type Row = Entry & { words: string; email: string }

/** The newest entries of a kind, which are searched without an index: a word that most entries have is found there. */
const NEWEST = 600
/** How many entries the index finds at most. If more have the words, those that it finds first are sorted by age. */
const MAX_FOUND = 2000
/**
 * How many entries the index of PostgreSQL finds at most if it was asked for all words. It finds them in no order, so that more
 * than those that are shown must be read and sorted.
 */
const MAX_UNSORTED = 500
/** A word that so many of the newest orders have is not also searched for as the beginning of others, which would take long. */
const COMMON = 12

/**
 * Finds the entries of a kind that have words beginning with each of these words: those that have the words themselves come
 * first, and then the newest. Whatever is typed, only some thousand entries are read.
 */
export async function findEntries(
  source: Source,
  question: Question,
  { prefixes, ...part }: Part & { prefixes: () => Promise<Term[]> },
): Promise<Found[]> {
  const near = await findNewest(source, question, part)
  const found = new Map(near.map((entry) => [entry.position, entry]))
  const isFull = (some: Iterable<Found>) => [...some].length >= part.limit
  const add = async (terms: Term[]) => {
    for (const entry of await findIndexed(source, question, { ...part, terms }))
      found.set(entry.position, entry)
  }
  if (!isFull(near.filter(({ isExact }) => isExact))) await add(question.words.map(toWhole))
  if (!isFull(found.values())) await add(await prefixes())
  return [...found.values()].toSorted(byRank).slice(0, part.limit)
}

function byRank(a: Found, b: Found): number {
  return Number(b.isExact) - Number(a.isExact) || b.position - a.position
}

/** Finds the order with a number that is one of the words, if it has the other words. */
export async function findNumber(source: Source, question: Question): Promise<Entry[]> {
  const numbers = question.words.filter((word) => /^\d{1,12}$/.test(word))
  for (const word of numbers) {
    const others = { ...question, words: question.words.filter((other) => other !== word) }
    const { rows } = await sql<Row>`SELECT position, ref, words, email FROM search_entries
      WHERE position = ${Number(word)} AND position < ${START.account} AND ${hasAll(others)}`.execute(
      source.longRead,
    )
    if (rows.length > 0) return rows
  }
  return []
}

async function findNewest({ longRead }: Source, question: Question, { kind, limit }: Part): Promise<Found[]> {
  const { rows } = await sql<Row>`SELECT position, ref, words, email
    FROM ${newest(kind)}
    WHERE ${hasAll(question)}
    ORDER BY CASE WHEN ${hasAll(question, ' ')} THEN 0 ELSE 1 END, position DESC LIMIT ${limit}`.execute(
    longRead,
  )
  return rows.map((row) => toFound(row, question))
}

/** Finds entries by the index. Words of one letter, which the index is not asked for, are looked for in what it finds. */
async function findIndexed(
  { longRead, dialect }: Source,
  question: Question,
  { kind, limit, terms }: Part & { terms: Term[] },
): Promise<Found[]> {
  if (terms.length === 0) return []
  const isComplete = terms.length === question.words.length
  const [max, maxUnsorted] = isComplete ? [limit, MAX_UNSORTED] : [MAX_FOUND, MAX_FOUND]
  const query =
    dialect === 'sqlite'
      ? sql<Row>`SELECT position, ref, words, email
          FROM (SELECT rowid AS found FROM search_words WHERE ${matches(terms, question)} AND ${isOfKind(kind, 'rowid')}
            ORDER BY rowid DESC LIMIT ${max})
          JOIN search_entries ON position = found`
      : sql<Row>`WITH hits AS MATERIALIZED (SELECT position, ref, words, email FROM search_entries
            WHERE ${hasLexemes(terms, question)} AND ${isOfKind(kind)})
          SELECT position, ref, words, email FROM (SELECT * FROM hits LIMIT ${maxUnsorted}) AS found`
  const { rows } =
    await sql<Row>`${query} WHERE ${hasAll(question)} ORDER BY position DESC LIMIT ${limit}`.execute(longRead)
  return rows.map((row) => toFound(row, question))
}

/**
 * Returns the words with which those of an entry must begin, for `findEntries`. Those that many of the newest orders have are
 * only searched for as whole words. Beginnings of words that many of them have, such as that of `example`, are left out if
 * there are others: the index would take long, and what it finds for the others is few.
 */
export async function toPrefixes({ longRead }: Source, { words, byEmail }: Question): Promise<Term[]> {
  const count = (word: string, end: string) =>
    sql`count(CASE WHEN ${hasAll({ words: [word], byEmail }, end)} THEN 1 END)`
  const counts = words.flatMap((word, at) => [
    sql`${count(word, ' ')} AS ${sql.ref(`whole${at}`)}`,
    sql`${count(word, '')} AS ${sql.ref(`begun${at}`)}`,
  ])
  const { rows } = await sql<
    Record<string, number>
  >`SELECT ${sql.join(counts)} FROM ${newest('order')}`.execute(longRead)
  const isCommon = (name: string) => Number(rows[0]?.[name]) >= COMMON
  const terms = words
    .map((word, at) => {
      const isWhole = words.length > 1 && isCommon(`whole${at}`)
      return { word, isPrefix: !isWhole, isVague: !isWhole && isCommon(`begun${at}`) }
    })
    .filter(({ word }) => word.length > 1)
  const rare = terms.filter(({ isVague }) => !isVague)
  return rare.length > 0 ? rare : terms
}

function newest(kind: EntryKind): RawBuilder<unknown> {
  return sql`(SELECT position, ref, words, email FROM search_entries
    WHERE ${isOfKind(kind)} ORDER BY position DESC LIMIT ${NEWEST}) AS newest`
}

/** PostgreSQL plans for the part of the table with this kind only if the limits are in the SQL text. */
function isOfKind(kind: EntryKind, position = 'position'): RawBuilder<unknown> {
  return sql.raw(`${position} > ${START[kind]} AND ${position} < ${START[kind] + SPAN}`)
}

function toWhole(word: string): Term {
  return { word, isPrefix: false }
}

/** https://www.sqlite.org/fts5.html#full_text_query_syntax. Words contain only letters and digits. */
function matches(terms: Term[], { byEmail }: Question): RawBuilder<unknown> {
  const text = terms.map(({ word, isPrefix }) => `"${word}"${isPrefix ? ' *' : ''}`).join(' AND ')
  return sql`search_words MATCH ${byEmail ? text : `{words} : (${text})`}`
}

/** https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY */
function hasLexemes(terms: Term[], { byEmail }: Question): RawBuilder<unknown> {
  const weight = byEmail ? '' : 'A'
  const text = terms.map(({ word, isPrefix }) => `'${word}':${isPrefix ? '*' : ''}${weight}`).join(' & ')
  return sql`lexemes @@ CAST(${text} AS tsquery)`
}

/** The condition that an entry has words that begin with each of these words or, with a blank as `end`, these words. */
function hasAll({ words, byEmail }: Question, end = ''): RawBuilder<unknown> {
  const text = byEmail ? sql`' ' || words || ' ' || email || ' '` : sql`' ' || words || ' '`
  return sql.join(
    [sql`words IS NOT NULL`, ...words.map((word) => sql`${text} LIKE ${`% ${word}${end}%`}`)],
    sql` AND `,
  )
}

function toFound({ position, ref, words, email }: Row, question: Question): Found {
  return { position, ref, isExact: hasWords(question.byEmail ? `${words} ${email}` : words, question) }
}

/** Returns whether a folded text has all words of a question. */
export function hasWords(folded: string, { words }: Question): boolean {
  return words.every((word) => ` ${folded} `.includes(` ${word} `))
}

/** Returns whether a folded text has words that begin with those of a question. */
export function hasPrefixes(folded: string, { words }: Question): boolean {
  return words.every((word) => ` ${folded}`.includes(` ${word}`))
}
