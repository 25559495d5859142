import { sentErrors } from '#client/ui/settings-form/form-errors.ts'
import { findPriceProblem, describePriceProblem } from '#contract/selling/price-problems.ts'
import { labels, specTexts, words } from '../manage/texts.ts'
import { NO_FIELDS } from './entry-fields.ts'
import type { FieldName } from './entry-fields.ts'

/**
 * The validation rules for the picture, for `register()` of react-hook-form. The specification (section 5) gives a
 * missing picture the same error message as a missing name.
 */
export const photoRules = { required: specTexts.photoRequired }

/**
 * Returns the validation rules for a required text of at most `max` characters. A text that consists only of spaces
 * counts as empty.
 */
export function typed(label: string, max: number) {
  return {
    required: specTexts.required(label),
    ...atMost(max),
    validate: (text: string) => text.trim() !== '' || specTexts.required(label),
  }
}

export function atMost(max: number) {
  return { maxLength: { value: max, message: words.tooLong(max) } }
}

/** Returns the validation rules for a field in which the user must select an option. */
export function selected(label: string) {
  return { required: specTexts.required(label) }
}

export function priceRules(currency: string) {
  return {
    required: specTexts.required(labels.price),
    validate: (price: string) => {
      if (price.trim() === '') return specTexts.required(labels.price)
      const problem = findPriceProblem(price, currency)
      return problem === null || words.priceProblem(describePriceProblem(problem, currency))
    },
  }
}

/** The field of a form that the body of its request calls `category_name`. */
export type CategoryField = 'name' | 'brand'

/**
 * Returns the server's first error message about each form field. The map is empty if the error is not about a form
 * field.
 */
export function fieldErrors(error: unknown, category: CategoryField): Map<FieldName, string> {
  const found = new Map<FieldName, string>()
  for (const { field, message } of sentErrors(error)) {
    const name = fieldOf(field, category)
    if (name && !found.has(name)) found.set(name, message)
  }
  return found
}

/** Returns the form field of a property of the request's body. Those of a packet's product begin with `about.`. */
function fieldOf(path: string, category: CategoryField): FieldName | null {
  const property = path.replace(/^about\./, '')
  if (property === 'img') return 'photo'
  if (property === 'category_name') return category
  // The server names the part of the facts that is wrong, such as `facts.origins.0.share`.
  if (/^facts\b/.test(property)) return 'facts'
  if (/^pictures\b/.test(property)) return 'pictures'
  return isFieldName(property) ? property : null
}

function isFieldName(name: string): name is FieldName {
  return name in NO_FIELDS
}
