import { findPriceProblem } from '#contract/values/money.ts'
import { labels, texts, words } from '../manage/texts.ts'
import { priceOf } from './payloads.ts'

/** Longest name and longest description; a test holds them equal to the contract's. */
export const NAME_MOST = 200
export const ABOUT_MOST = 2000
export const RATTINGS = ['1', '2', '3', '4', '5']

/** The photo's message speaks of the name (specification section 5). */
export const photoRules = { required: texts.photoRequired }

/** The rules of each form for `register()`, in the order in which they are checked (specification section 5). */
export const brandRules = {
  photo: photoRules,
  name: typed(labels.categoryName, NAME_MOST),
  ratting: chosen(labels.ratting),
}

export const coffeeRules = {
  photo: photoRules,
  name: typed(labels.name, NAME_MOST),
  price: amount(),
  brand: chosen(labels.brand),
  ratting: chosen(labels.ratting),
  about: atMost(ABOUT_MOST),
}

export const packetRules = {
  photo: photoRules,
  name: chosen(labels.coffeeName),
  about: typed(labels.about, ABOUT_MOST),
  price: amount(),
  ratting: chosen(labels.ratting),
}

/** What is only spaces is not there. */
function typed(label: string, most: number) {
  return {
    required: texts.required(label),
    ...atMost(most),
    validate: (text: string) => text.trim() !== '' || texts.required(label),
  }
}

function atMost(most: number) {
  return { maxLength: { value: most, message: words.tooLong(most) } }
}

function chosen(label: string) {
  return { required: texts.required(label) }
}

function amount() {
  return {
    required: texts.required(labels.price),
    validate: (price: string) => {
      if (price.trim() === '') return texts.required(labels.price)
      const problem = findPriceProblem(priceOf(price))
      return problem === null || words.priceProblems[problem]
    },
  }
}
