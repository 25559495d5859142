import { ApiError } from '#client/lib/api.ts'
import { findPriceProblem } from '#contract/values/money.ts'
import { describePriceProblem } from '#contract/values/price-texts.ts'
import type { EntryKind, FieldName } from '../entries/entry-kind.ts'
import { labels, texts, words } from '../manage/texts.ts'

/**
 * The validation rules for the picture, for `register()` of react-hook-form. The specification (section 5) gives a
 * missing picture the same error message as a missing name.
 */
export const photoRules = { required: texts.photoRequired }

/**
 * Returns the validation rules for a required text of at most `most` characters. A text that consists only of spaces
 * counts as empty.
 */
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

/** Returns the validation rules for a field in which the user must select an option. */
export function selected(label: string) {
  return { required: texts.required(label) }
}

/** Returns the validation rules for a required price. */
export function amount() {
  return {
    required: texts.required(labels.price),
    validate: (price: string) => {
      if (price.trim() === '') return texts.required(labels.price)
      const problem = findPriceProblem(price)
      return problem === null || words.priceProblem(describePriceProblem(problem))
    },
  }
}

/**
 * Returns the server's first error message about each form field. The map is empty if the error is not about a form
 * field. `names` maps the field names of the request's body to form fields.
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
