import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { Email, exact, Img, Name, NewEmail, Price, Ratting, SentRatting } from './fields.ts'
import { toAmountText, toTotal } from './values/money.ts'

describe('fields of requests and responses', () => {
  test('every amount that the schema accepts can be read, and every amount that the shop writes is accepted', () => {
    fc.assert(fc.property(fc.string(), (text) => !Check(Price, text) || toTotal(text, 'KWD') !== null))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) =>
        Check(Price, toAmountText(cents, 'USD')),
      ),
    )
  })

  const refused: [string, TSchema, unknown[]][] = [
    ['an amount', Price, ['1.0005', '-5', '1e3', '', ' 1', '1 ', 5, null, '5\n']],
    ['a ratting', Ratting, [0, 6, 2.5, '5', null]],
    [
      'a ratting in a request',
      SentRatting,
      [0, 6, 2.5, -1, null, true, ['4'], '4.5', '06', ' 4', '4 ', '4\n', '0', '6', '', '+4', '4.0', '1e0'],
    ],
    [
      'an email address',
      Email,
      ['', 'a', '@', 'a@', '@b', 'a b@c', 'a@b@c', `${'a'.repeat(253)}@b`, 'a@b\nBcc: c', 'a\0@b'],
    ],
    [
      'an email address for mails',
      NewEmail,
      String.raw`a,b@c a;b@c a:b@c a<b@c a<b@c> (a)b@c a@b(c) a@[127.0.0.1] "a"@b a\b@c a@b。c a@b. a@.b a@b..c a@b@c`
        .split(' ')
        .concat(
          'a b@c',
          'a@b\nBcc: c',
          `${'a'.repeat(253)}@b`,
          'a@b\u2060',
          'a@no-email.invalid',
          'a@No-Email.INVALID',
        )
        .concat(
          ['\u200B', '\u00AD', '\u202E', '\uFEFF', '\u0001', '\u3164'].map((hidden) => `a${hidden}b@c`),
        ),
    ],
    ['a name', Name, ['', ' ', '\n\t', '\0', 'a\0b', 'a'.repeat(201), 7]],
    ["a picture's address", Img, ['a\0b', 'a'.repeat(501), null]],
    ['an exact object', exact({ name: Name }), [{}, { name: 'A', role: 'Admin' }, [], null]],
  ]
  test.each(refused)('refuse what is not %s', (_what, schema, values) => {
    expect(values.filter((value) => Check(schema, value))).toEqual([])
  })

  const taken: [string, TSchema, unknown[]][] = [
    ['an amount', Price, ['0', '5', '12.5', '12.50', '9999999.99']],
    ['a ratting', Ratting, [1, 2, 3, 4, 5]],
    ['a ratting in a request', SentRatting, [1, 2, 3, 4, 5, '1', '2', '3', '4', '5']],
    ['an email address', Email, ['a@b', 'first.last+tag@coffee.example', 'jürgen@käffchen.example']],
    ['an older email address', Email, ['v1,victim@b', 'a@b(c)', 'a\u200Bb@c']],
    [
      'an email address for mails',
      NewEmail,
      [
        'a@b',
        'a@no-email.invalid.example',
        'a@no-emails.invalid',
        "o'brien_1+tag@a-b.c.example",
        'jürgen@käffchen.example',
      ],
    ],
    ["a picture's address", Img, ['', '/images/a.webp', 'a\nb']],
    ['a name', Name, ['A', "O'Brien", '<b>', '咖啡']],
  ]
  test.each(taken)('accept %s', (_what, schema, values) => {
    expect(values.filter((value) => !Check(schema, value))).toEqual([])
  })
})
