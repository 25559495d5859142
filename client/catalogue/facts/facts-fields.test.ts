import { expect, test } from 'vitest'
import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import { factsBody, factsFields, NO_BREW, NO_FACTS, NO_ORIGIN, secondsIn } from './facts-fields.ts'
import { factsProblems } from './facts-problems.ts'

const facts: CoffeeFacts = {
  kind: 'blend',
  suitedFor: 'both',
  roast: 3,
  notes: ['Plum', 'Cocoa'],
  origins: [
    { country: 'BR', varieties: ['Catuaí', 'Bourbon'], process: 'Natural', altitudeFrom: 0, share: 60 },
    { country: 'GT', region: 'Antigua', producer: 'Santa Ana', altitudeTo: 1600, harvest: 'May', share: 40 },
  ],
  certificates: ['Organic'],
  brews: [
    { method: 'V60', doseGrams: 15.5, waterGrams: 250, celsius: 94, grind: 'Fine', seconds: 165 },
    { method: 'Cold brew', doseGrams: 60, waterGrams: 1000, seconds: 57_600 },
  ],
}

test('facts that are opened in a form and saved unchanged stay the same', () => {
  expect(factsBody(factsFields(facts))).toEqual(facts)
  // A form is unchanged if its values have the same JSON, so the order of the properties must be the same, too.
  expect(JSON.stringify(factsFields({}))).toBe(JSON.stringify(NO_FACTS))
  expect(factsBody(NO_FACTS)).toEqual({})
  expect(factsFields(facts).brews.map(({ seconds }) => seconds)).toEqual(['2:45', '16:00:00'])
})

test('empty rows and words are left out, and a word that is typed twice counts once', () => {
  const typed = {
    ...NO_FACTS,
    notes: [' Plum ', '', 'Plum'],
    certificates: 'Organic, , Organic,',
    origins: [NO_ORIGIN, { ...NO_ORIGIN, varieties: 'SL28, SL34,' }],
    brews: [NO_BREW],
  }
  expect(factsProblems(typed)).toEqual(new Map())
  expect(factsBody(typed)).toEqual({
    notes: ['Plum'],
    certificates: ['Organic'],
    origins: [{ varieties: ['SL28', 'SL34'] }],
  })
})

test.each([
  ['2:30', 150],
  ['0:28', 28],
  ['12:00:00', 43_200],
  ['2:75', null],
  ['150', null],
  ['', null],
])('the time %s is %s seconds', (text, seconds) => expect(secondsIn(text)).toBe(seconds))

test.each([
  [{ altitudeFrom: '1800', altitudeTo: '1700' }, 'altitudeTo'],
  [{ altitudeFrom: 'high' }, 'altitudeFrom'],
  [{ altitudeTo: '5001' }, 'altitudeTo'],
  [{ share: '0' }, 'share'],
  [{ share: '12.5' }, 'share'],
  [{ varieties: 'a,b,c,d,e,f,g,h,i' }, 'varieties'],
])('an origin with %j has a problem at its field %s', (typed, field) => {
  const problems = factsProblems({ ...NO_FACTS, origins: [{ ...NO_ORIGIN, ...typed }] })
  expect([...problems.keys()]).toEqual([`origins.0.${field}`])
})

test('shares of more than 100 % are a problem of the last one', () => {
  const origins = ['60', '41', ''].map((share) => ({ ...NO_ORIGIN, share }))
  expect([...factsProblems({ ...NO_FACTS, origins })]).toEqual([
    ['origins.1.share', 'All shares together are 101 %, which is more than 100 %'],
  ])
})

test.each([
  [{ method: '' }, 'method'],
  [{ doseGrams: '' }, 'doseGrams'],
  [{ doseGrams: 'two spoons' }, 'doseGrams'],
  [{ waterGrams: '0' }, 'waterGrams'],
  [{ celsius: '101' }, 'celsius'],
  [{ seconds: 'soon' }, 'seconds'],
])('a brew with %j has a problem at its field %s', (typed, field) => {
  const brew = { ...NO_BREW, method: 'V60', doseGrams: '15,5', waterGrams: '250', ...typed }
  expect([...factsProblems({ ...NO_FACTS, brews: [brew] }).keys()]).toEqual([`brews.0.${field}`])
})
