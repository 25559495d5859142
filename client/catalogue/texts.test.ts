import { expect, test } from 'vitest'
import { specTexts } from './texts.ts'

test('the texts are those of the specification, letter by letter', () => {
  expect({ ...specTexts, added: specTexts.added('Yirgacheffe') }).toEqual({
    goBack: 'Go Back',
    buyNow: 'Buy Now',
    added: 'Yirgacheffe Added Successfully',
  })
})
