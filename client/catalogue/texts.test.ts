import { expect, test } from 'vitest'
import { texts } from './texts.ts'

test('the texts are those of the specification, letter by letter', () => {
  expect({ ...texts, added: texts.added('Yirgacheffe') }).toEqual({
    goBack: 'Go Back',
    buyNow: 'Buy Now',
    ratting: 'Ratting',
    added: 'Yirgacheffe Added Successfully',
  })
})
