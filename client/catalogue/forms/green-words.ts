import { useWatch } from 'react-hook-form'
import type { Control } from 'react-hook-form'
import { words } from '../manage/texts.ts'
import type { EntryFields } from './entry-fields.ts'

/**
 * Words that praise a product as good for the environment without saying what is better about it, in English and
 * German. "Green" is one of them only beside what is no plant: a coffee may taste of green apple.
 */
const GREEN_WORDS = [
  /\b(?:eco|environment|environmentally|climate|nature|earth|planet|carbon)[ -]?friendly\b/,
  /\b(?:climate|carbon|co2)[ -](?:neutral|positive|negative)(?:ly)?\b/,
  /\bsustainab(?:le|ly|ility)\b/,
  /\bgreener\b|\bgreen (?:choice|company|energy|packag\w+|product\w*|roaster\w*|shop)\b/,
  /\becological(?:ly)?\b|\bbiodegradable\b|\bbiobased\b|\bnet[ -]zero\b/,
  /\bnachhaltig\w*/,
  /(?<!\p{L})(?:umwelt|klima|natur|öko)[ -]?(?:freundlich|schonend|gerecht)\w*/u,
  /\b(?:klima|co2)[ -]?(?:neutral|positiv)\w*/,
  /(?<!\p{L})ökologisch\w*|\bbiologisch abbaubar\w*|\bressourcenschonend\w*/u,
  /\bgrüne[nrsm]? (?:energie|verpackung\w*|produkt\w*|rösterei)/,
]

/** Returns the first vague word about the environment in a text, as it is written there, or null. */
export function findGreenWord(text: string): string | null {
  const found = GREEN_WORDS.map((word) => new RegExp(word, `i${word.flags}`).exec(text))
  const [first] = found.filter((match) => match !== null).toSorted((a, b) => a.index - b.index)
  return first?.[0] ?? null
}

type Watched = { control: Control<EntryFields>; name: 'name' | 'about'; hint?: string | undefined }

/**
 * Returns the hint of a field, and a second one while its text has a vague word about the environment. It forbids
 * nothing, because the owner may have the proof that the law asks for.
 */
export function useGreenHint({ control, name, hint }: Watched): string | undefined {
  const word = findGreenWord(useWatch({ control, name }) ?? '')
  return [hint, word && words.greenWord(word)].filter(Boolean).join(' ') || undefined
}
