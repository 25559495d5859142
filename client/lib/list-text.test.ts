import { expect, test } from 'vitest'
import { listText } from './list-text.ts'

test('lists are written as Intl writes them', () => {
  const texts = ['2 × Yirgacheffe', 'Harar', 'Sidamo', 'Guji']
  for (let count = 0; count <= texts.length; count++) {
    const some = texts.slice(0, count)
    expect(listText(some)).toBe(new Intl.ListFormat('en').format(some))
    expect(listText(some, 'or')).toBe(new Intl.ListFormat('en', { type: 'disjunction' }).format(some))
  }
})
