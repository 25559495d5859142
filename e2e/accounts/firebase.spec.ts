import type { Page } from '@playwright/test'
import { firebaseEnv, startFirebase } from '../../test/firebase/firebase.ts'
import type { FakeFirebase } from '../../test/firebase/firebase.ts'
import { newAccount } from '../account-fixtures.ts'
import { expect, test as shopTest } from '../shop-fixture.ts'

/**
 * The Playwright `test` function with a separate shop whose accounts are at `firebase`, a replacement of Firebase
 * Authentication. The shop always is a single process: a shop with a public URL refuses the replacement.
 */
const test = shopTest.extend<object, { firebase: FakeFirebase }>({
  firebase: [
    async ({}, use) => {
      const firebase = await startFirebase()
      await use(firebase)
      await firebase.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ settings, firebase }, use) => use({ ...settings, PUBLIC_URL: '', ...firebaseEnv(firebase) }),
    { scope: 'worker' },
  ],
})

test.describe('accounts at Firebase', () => {
  test('are made, used and changed with the screens of the shop, which load nothing from anywhere but Firebase', async ({
    page,
    browser,
    shop,
    firebase,
  }) => {
    const account = newAccount('Nia Cole')
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const isKnown = [shop.url, firebase.url].some((url) => request.url().startsWith(url))
      if (!isKnown) elsewhere.push(request.url())
    })

    await page.goto('/register')
    await page.getByLabel('Name', { exact: true }).fill(account.name)
    await fillIn(page, account)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('User Created Successfully')).toBeVisible()
    const [atFirebase] = firebase.accounts.byUid.values()
    expect(atFirebase).toMatchObject({ email: account.email, displayName: 'Nia Cole' })

    await page.goto('/account/profile')
    await page.getByLabel('Name', { exact: true }).fill('Nia Lind')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await expect(page.getByText('Name saved.')).toBeVisible()
    expect(atFirebase).toMatchObject({ displayName: 'Nia Lind' })
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()

    await logIn(page, { ...account, password: 'not this one' })
    await expectUnderTheForm(page, 'Invalid email or password')
    for (const [fault, words] of Object.entries(wordsFor)) {
      firebase.fault = () => fault
      await page.getByRole('button', { name: 'Log In' }).click()
      await expectUnderTheForm(page, words)
    }
    firebase.fault = () => null
    await logIn(page, account)
    await expect(page.getByText('You are logged in', { exact: true })).toBeVisible()

    const other = await browser.newPage({ baseURL: shop.url })
    await logIn(other, account)
    await expect(other.getByText('You are logged in', { exact: true })).toBeVisible()
    await other.goto('/account/profile')
    await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Nia Lind')

    await page.goto('/account/profile')
    await page.getByLabel('Current password').fill(account.password)
    await page.getByLabel('New password').fill('a better one')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await other.reload()
    await expect(other).toHaveURL('/login')
    await logIn(other, account)
    await expectUnderTheForm(other, 'Invalid email or password')
    await other.close()

    await page.reload()
    await expect(page.getByText(`You are logged in as ${account.email}.`)).toBeVisible()
    expect(elsewhere).toEqual([])
  })

  test('get the mail for a forgotten password from Firebase, though the shop itself can send none', async ({
    page,
    firebase,
  }) => {
    const account = newAccount()
    await firebase.accounts.signUp(account)
    await page.goto('/forgotPassword')
    await page.getByLabel('Email address').fill(account.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status').filter({ hasText: account.email })).toBeVisible()
    expect(firebase.accounts.mails.at(-1)).toMatchObject({
      requestType: 'PASSWORD_RESET',
      email: account.email,
    })
  })
})

/** What the login page says for codes of Firebase, and for a broken connection to it. */
const wordsFor = {
  'USER_DISABLED': 'This account has been disabled. Write to us if you need it.',
  'TOO_MANY_ATTEMPTS_TRY_LATER': 'Too many tries. Please wait a moment.',
  'UNAUTHORIZED_DOMAIN':
    'The service for logging in does not know the address of this shop. Please write to us.',
  'API key not valid.':
    'Logging in does not work here at the moment: the key of the shop for it is wrong. Please write to us.',
  'down': 'The service for logging in cannot be reached at the moment. Please try again soon.',
}

async function fillIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email address').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
}

async function logIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await fillIn(page, account)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Expects an error message below the button of the form. */
async function expectUnderTheForm(page: Page, words: string): Promise<void> {
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText(words)
  const [button, below] = await Promise.all([
    page.getByRole('button', { name: 'Log In' }).boundingBox(),
    alert.boundingBox(),
  ])
  expect(below?.y).toBeGreaterThan(button?.y ?? Infinity)
}
