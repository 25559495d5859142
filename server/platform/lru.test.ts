import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Lru } from './lru.ts'

describe('an LRU map', () => {
  test('evicts the least recently used entry', () => {
    const map = new Lru<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.get('a')
    map.set('c', 3)
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 3])
  })

  test('counts a new value of an existing key as a use, not as another entry', () => {
    const map = new Lru<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 10)
    expect(map.size).toBe(2)
    map.set('c', 3)
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([10, undefined, 3])
  })

  test('deletes one entry, those that match, or all', () => {
    const map = new Lru<string, number>(9)
    for (const value of [1, 2, 3, 4]) map.set(`${value}`, value)
    map.delete('1')
    map.deleteWhere((value) => value % 2 === 0)
    expect([map.size, map.get('3')]).toEqual([1, 3])
    map.clear()
    expect(map.size).toBe(0)
  })

  test('never has more entries than its limit, and always has the last one that was set', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 })
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 5 }), (set, most) => {
        const map = new Lru<number, number>(most)
        return set.every((key, index) => {
          map.set(key, index)
          return map.size <= most && map.get(key) === index
        })
      }),
    )
  })
})
