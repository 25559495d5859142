import { MAX_NOTES } from '#contract/values/facts/choices.ts'
import { isTyped, secondsIn, unique } from './facts-fields.ts'
import type { BrewFields, FactsFields, OriginFields } from './facts-fields.ts'
import { words } from './texts.ts'

/** What is wrong with the facts of a form, by the field, such as `notes` or `origins.0.share`. */
export type FactsProblems = Map<string, string>

const MAX_VARIETIES = 8
const MAX_CERTIFICATES = 10

export function factsProblems(facts: FactsFields): FactsProblems {
  const problems: FactsProblems = new Map()
  const note = (field: string, problem: string | null) => problem && problems.set(field, problem)
  note('notes', unique(facts.notes).length > MAX_NOTES ? words.tooMany(MAX_NOTES) : null)
  note('certificates', commaProblem(facts.certificates, MAX_CERTIFICATES))
  for (const [index, origin] of facts.origins.entries())
    for (const [field, problem] of originProblems(origin)) note(`origins.${index}.${field}`, problem)
  for (const [index, brew] of facts.brews.entries())
    if (isTyped(brew))
      for (const [field, problem] of brewProblems(brew)) note(`brews.${index}.${field}`, problem)
  const shares = facts.origins.map(({ share }) => Number(share))
  const total = shares.reduce((sum, share) => sum + share, 0)
  const last = shares.findLastIndex((share) => share > 0)
  if (total > 100) note(`origins.${last}.share`, words.shareSum(total))
  return problems
}

type Found = [field: string, problem: string | null][]

function originProblems({ altitudeFrom, altitudeTo, share, varieties }: OriginFields): Found {
  const isUpsideDown = altitudeFrom !== '' && altitudeTo !== '' && Number(altitudeTo) < Number(altitudeFrom)
  return [
    ['varieties', commaProblem(varieties, MAX_VARIETIES)],
    ['altitudeFrom', wholeProblem(altitudeFrom, [0, 5000])],
    ['altitudeTo', wholeProblem(altitudeTo, [0, 5000]) ?? (isUpsideDown ? words.upsideDown : null)],
    ['share', wholeProblem(share, [1, 100])],
  ]
}

function brewProblems({ method, doseGrams, waterGrams, celsius, seconds }: BrewFields): Found {
  return [
    ['method', method.trim() === '' ? words.required(words.method) : null],
    ['doseGrams', doseProblem(doseGrams)],
    [
      'waterGrams',
      waterGrams.trim() === '' ? words.required(words.waterGrams) : wholeProblem(waterGrams, [1, 10_000]),
    ],
    ['celsius', wholeProblem(celsius, [0, 100])],
    ['seconds', seconds.trim() === '' || secondsIn(seconds) ? null : words.noTime],
  ]
}

function doseProblem(typed: string): string | null {
  if (typed.trim() === '') return words.required(words.doseGrams)
  const grams = /^\d+([.,]\d+)?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : 0
  return grams >= 1 && grams <= 1000 ? null : words.between([1, 1000])
}

/** An empty text is no problem. */
function wholeProblem(typed: string, [min, max]: [min: number, max: number]): string | null {
  const text = typed.trim()
  if (text === '') return null
  const isValid = /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max
  return isValid ? null : words.whole([min, max])
}

function commaProblem(typed: string, max: number): string | null {
  const list = unique(typed.split(','))
  if (list.length > max) return words.tooMany(max)
  return list.some((word) => word.length > WORD_LENGTH) ? words.tooLong(WORD_LENGTH) : null
}

/** The maximum length of a short text in characters, as `contract/selling/coffee-facts.ts` says. */
export const WORD_LENGTH = 80
