import { expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { pagePaths } from '#client/lib/page-paths.ts'
import { findRoute, routes } from './routes.tsx'

test('these are the pages, and who may see them', () => {
  expect(routes.map(({ path, guard, title }) => `${path} ${guard} ${title}`)).toMatchInlineSnapshot(`
    [
      "/ public Crema",
      "/login public Log In",
      "/register public Sign Up",
      "/contact public Contact",
      "/myCart signedIn My Cart",
      "/coffeeDetails/:id signedIn Coffee",
      "/bagDetails/:id signedIn Coffee bag",
    ]
  `)
})

test('every address pattern has its page', () => {
  expect(routes.map(({ path }) => path)).toEqual([...pagePaths])
})

test.each([pages.home, pages.login, pages.register, pages.contact, pages.cart])('%s is a page', (address) => {
  expect(findRoute(address)?.path).toBe(address)
})

test('details pages are found by any id', () => {
  expect(findRoute(pages.coffeeDetails('a/b'))?.path).toBe('/coffeeDetails/:id')
  expect(findRoute(pages.bagDetails('7'))?.path).toBe('/bagDetails/:id')
})

test.each(['/nope', '/mycart', '/coffeeDetails', '/coffeeDetails/1/2'])('%s is no page', (address) => {
  expect(findRoute(address)).toBeUndefined()
})
