import { expect, test } from 'vitest'
import { findGreenWord } from './green-words.ts'

test.each([
  ['An eco-friendly bag', 'eco-friendly'],
  ['Roasted Climate Neutral, in a sustainable way', 'Climate Neutral'],
  ['CO2-neutral delivered', 'CO2-neutral'],
  ['Sustainably grown', 'Sustainably'],
  ['Our greener choice', 'greener'],
  ['From a green roastery', 'green roastery'],
  ['Nachhaltiger Anbau', 'Nachhaltiger'],
  ['Das ist klimaneutral geröstet', 'klimaneutral'],
  ['Umweltfreundliche Tüte', 'Umweltfreundliche'],
  ['Ökologisch verpackt', 'Ökologisch'],
  ['In grüner Verpackung', 'grüner Verpackung'],
])('"%s" has a vague word: %s', (text, word) => {
  expect(findGreenWord(text)).toBe(word)
})

test.each([
  '',
  'Green apple, lime and a long finish',
  'Green beans rest for a month before we roast them',
  'Tastes of green tea and grüner Apfel',
  'From the forests of Ecuador, Natural process',
  'A bag without aluminium',
  'Certified organic, by DE-ÖKO-006',
])('"%s" has none', (text) => {
  expect(findGreenWord(text)).toBeNull()
})
