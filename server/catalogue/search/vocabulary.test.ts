import { expect, test } from 'vitest'
import { foldWords } from './fold-words.ts'
import { countTypos, Vocabulary } from './vocabulary.ts'

test.each([
  ['Café Crème, 250 g', 'cafe creme 250g'],
  ['Tarrazú "Bell" — 1 KG', 'tarrazu bell 1kg'],
  ["grower's straße Ørsted Łódź", 'growers strasse orsted lodz'],
  ['  ', ''],
  ['云南 咖啡', '云南 咖啡'],
  ['x'.repeat(60), 'x'.repeat(40)],
])('the words of %j are %j', (text, words) => {
  expect(foldWords(text).join(' ')).toBe(words)
})

test.each([
  ['lemon', 'lemon', 0],
  ['lemno', 'lemon', 1],
  ['lmon', 'lemon', 1],
  ['leemon', 'lemon', 1],
  ['lemin', 'lemon', 1],
  ['kemon', 'lemon', 2],
  ['emon', 'lemon', 2],
  ['xlemon', 'lemon', 2],
  ['elmon', 'lemon', 2],
  ['lmeno', 'lemon', 2],
] as const)('%s is %s with %i typos', (typed, word, typos) => {
  expect(countTypos(typed, word, 2)).toBe(typos)
})

const vocabulary = new Vocabulary(
  ['ethiopia', 'ethiopian', 'bergamot', 'plum', 'lemon', 'melon', '74158', 'v60', 'blackcurrant'].map(
    (word, index) => ({ word, count: index + 1 }),
  ),
)

test.each([
  ['etiopia', 'ethiopia'],
  ['ethiopia', 'ethiopia'],
  ['ethoipia', 'ethiopia'],
  ['ettiopai', 'ettiopai'],
  ['thiopia', 'thiopia'],
  ['plun', 'plun'],
  ['74159', '74159'],
  ['v61', 'v61'],
  ['blakcurant', 'blackcurrant'],
  ['vlackcurrant', 'blackcurrant'],
  ['vlackcurant', 'vlackcurant'],
  ['melom', 'melon'],
])('%s is corrected to %s', (typed, word) => {
  expect(vocabulary.correct(typed, false)).toBe(word)
})

test('an unfinished word is right if a word begins with it, and is corrected to one that begins nearly so', () => {
  expect(vocabulary.correct('berga', true)).toBe('berga')
  expect(vocabulary.correct('beragm', true)).toBe('bergamot')
  expect(vocabulary.correct('beragm', false)).toBe('beragm')
  expect(vocabulary.correct('ethiopi', true)).toBe('ethiopi')
})
