import { ApiError } from '#client/lib/api.ts'
import { findPriceProblem } from '#contract/values/money.ts'
import type { EntryKind, FieldName } from '../entries/entry-kind.ts'
import { labels, texts, words } from '../manage/texts.ts'

/**
 * The checks for `register()` of react-hook-form. The specification (section 5) gives the photo the message of the
 * name.
 */
export const photoRules = { required: texts.photoRequired }

/** A required text of at most `most` characters. Spaces alone are not a text. */
export function typed(label: string, most: number) {
  return {
    required: texts.required(label),
    ...atMost(most),
    validate: (text: string) => text.trim() !== '' || texts.required(label),
  }
}

export function atMost(most: number) {
  return { maxLength: { value: most, message: words.tooLong(most) } }
}

/** A required choice from a list. */
export function selected(label: string) {
  return { required: texts.required(label) }
}

/** A required price. */
export function amount() {
  return {
    required: texts.required(labels.price),
    validate: (price: string) => {
      if (price.trim() === '') return texts.required(labels.price)
      const problem = findPriceProblem(priceOf(price))
      return problem === null || words.priceProblems[problem]
    },
  }
}

/** Returns a typed price as it is sent: a decimal comma becomes a point. Any other text is returned unchanged. */
export function priceOf(text: string): string {
  return text.trim().replace(/,(?=\d{1,2}$)/, '.')
}

/**
 * Returns the server's error messages by the field of the form, the first message of each field. The map is empty if
 * the error is not about a field.
 */
export function fieldErrors(error: unknown, names: EntryKind<never>['fieldNames']): Map<FieldName, string> {
  const found = new Map<FieldName, string>()
  const errors = error instanceof ApiError ? (error.body?.errors ?? []) : []
  for (const { field, message } of errors) {
    const name = names[field]
    if (name && !found.has(name)) found.set(name, message.charAt(0).toUpperCase() + message.slice(1))
  }
  return found
}
