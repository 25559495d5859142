import { exampleAmount } from '#contract/selling/price-problems.ts'
import { toMinor } from '#contract/values/money.ts'
import { daysOf } from './closed-days.ts'
import type { ClosedRange } from './closed-days.ts'
import { words } from './texts.ts'

/** The greatest discount of subscribers, as in the contract. */
const MAX_PERCENT_OFF = 50

/** The rules of inputs whose text is converted. Each returns true, or the message that is shown below the input. */
export const rules = {
  amount: (text: string, { currency }: { currency: string }) =>
    toMinor(text, currency) !== null || words.notAmount(exampleAmount(450, currency)),
  days: (text: string) => isWhole(text) || words.notNumber,
  /** The greatest weight is that of the contract. */
  grams: (text: string) =>
    (isWhole(text) && Number(text) >= 1 && Number(text) <= 1_000_000) || words.notGrams,
  percentOff: (text: string) => (isWhole(text) && Number(text) <= MAX_PERCENT_OFF) || words.notPercentOff,
  percent: (text: string) => percentOf(text) !== null || words.notPercent,
  /** The server checks its digits, too. */
  iban: (text: string) => /^[A-Z]{2}[0-9A-Z]{13,32}$/i.test(text.replaceAll(/\s/g, '')) || words.notIban,
  /** The greatest number is that of the contract. */
  grinds: (text: string) => linesOf(text).length <= 20 || words.tooManyGrinds,
  consultant: (text: string) => /^\d{4,7}$/.test(text.trim()) || words.notConsultant,
  client: (text: string) => /^\d{1,5}$/.test(text.trim()) || words.notClient,
  account: (text: string) => /^\d{4,8}$/.test(text.trim()) || words.notAccount,
  range: (range: ClosedRange | undefined) => !range || daysOf(range) !== null || words.notRange,
}

export function optional<T>(rule: (text: string, fields: T) => true | string) {
  return (text: string, fields: T) => text.trim() === '' || rule(text, fields)
}

/** Returns the lines of a text that are not empty, each once. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

function isWhole(text: string): boolean {
  return /^\d{1,7}$/.test(text.trim())
}

/** Reads a percentage with at most two decimals as hundredths of a percent: `5.5` is 550. */
export function percentOf(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  const percent = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
  return percent !== null && percent <= 10_000 ? percent : null
}
