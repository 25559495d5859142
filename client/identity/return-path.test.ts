import { expect, test } from 'vitest'
import { guardReason, newcomerPath, returnPath } from './return-path.ts'

test.each(['/', '/myCart', '/coffeeDetails/7', '/bagDetails/a-b?from=x', '/contact?topic=beans'])(
  '%s is a way back',
  (from) => {
    expect(returnPath(from)).toBe(from)
  },
)

test.each([
  undefined,
  null,
  7,
  {},
  '',
  'myCart',
  '//evil.example',
  '///evil.example/myCart',
  '/\\evil.example',
  '/\t/evil.example',
  '\\/evil.example',
  'https://evil.example/myCart',
  'javascript:alert(1)',
  '/nowhere',
  '/mycart',
  '/login',
  '/register?x=1',
])('%s leads home', (from) => {
  expect(returnPath(from)).toBe('/')
})

test.each([
  ['/dashboard', '/'],
  ['/dashboard/fullItem?sort=total', '/'],
  ['/menu/packet', '/'],
  ['//evil.example', '/'],
  ['/myCart', '/myCart'],
  ['/bagDetails/menu?x=1', '/bagDetails/menu?x=1'],
])('after a sign-up, %s leads to %s', (from, to) => {
  expect(newcomerPath(from)).toBe(to)
})

test.each([
  ['/myCart', 'Log in or sign up to open the page “My Cart”.'],
  ['/coffeeDetails/7?from=x#top', 'Log in or sign up to see our coffees.'],
  ['/dashboard/allUsers?page=2', 'Log in as an administrator to open the page “All User”.'],
  ['/contact', null],
  ['//evil.example/myCart', null],
  [undefined, null],
])('a visitor who was sent to the login from %s reads: %s', (from, reason) => {
  expect(guardReason(from)).toBe(reason)
})
