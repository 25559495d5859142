import { expect, test } from 'vitest'
import { emailRules, looksLikeEmail, nameRules, newEmailRules, specTexts, words } from './person-fields.tsx'

test('the texts of the specification are kept to the letter', () => {
  expect(specTexts).toEqual({
    nameRequired: 'Name is required',
    emailRequired: 'Email Address is required',
  })
})

test('an empty field is reported as required', () => {
  expect(nameRules.required).toBe('Name is required')
  expect(emailRules.required).toBe('Email Address is required')
})

test('a name of spaces is refused', () => {
  expect(nameRules.validate('   ')).toBe('Name is required')
  expect(nameRules.validate(' Ada ')).toBe(true)
})

test('an email address of spaces counts as missing, one without a host as wrong', () => {
  expect(emailRules.validate.given('  ')).toBe('Email Address is required')
  expect(emailRules.validate.shape('ada@')).toBe(words.emailWrong)
  expect(emailRules.validate.shape('ada@coffee.example')).toBe(true)
})

test.each(['ada@coffee.example', ' ada@coffee.example ', 'a+b@c'])('%j can be an email address', (text) => {
  expect(looksLikeEmail(text)).toBe(true)
})

test.each(['', 'ada', 'ada@', '@coffee', 'a b@coffee.example', 'a@b@c', `${'a'.repeat(250)}@b.cc`])(
  '%j cannot be an email address',
  (text) => {
    expect(looksLikeEmail(text)).toBe(false)
  },
)

test('an address for mails with a character that cannot be seen is refused with words', () => {
  const { shape, visible, single } = newEmailRules.validate
  expect(visible('ada\u200B@coffee.example')).toBe(words.emailInvisible)
  expect(single('v1,ada@coffee.example')).toBe(words.emailWrong)
  expect([visible, single].map((rule) => rule(' ada@coffee.example '))).toEqual([true, true])
  expect(shape('v1,ada@coffee.example')).toBe(true)
})
