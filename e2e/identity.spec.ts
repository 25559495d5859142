import type { Locator, Page } from '@playwright/test'
import { demoAccounts } from '#contract/values/demo.ts'
import { createAccount, expect, newAccount, test } from './account-fixtures.ts'

test.describe('the log-in form', () => {
  test('validates on submit and not before, then on every change', async ({ page }) => {
    await page.goto('/login')
    const { email, password, submit } = fieldsOf(page)
    await email.focus()
    await password.focus()
    await email.focus()
    await expect(page.locator('.field-error')).toHaveCount(0)
    await submit.click()
    await expectErrorUnder(email, 'Email Address is required')
    await expectErrorUnder(password, 'Password is required')
    await expect(email).toBeFocused()
    await password.pressSequentially('short')
    await expectErrorUnder(password, 'Password must be 6 caracter or longer')
    await password.press('6')
    await expect(password).toHaveAccessibleDescription('')
    await email.fill('unknown')
    await expectErrorUnder(email, 'This does not look like an email address')
    await email.fill('unknown@people.example')
    await expect(page.locator('.field-error')).toHaveCount(0)
  })

  test("shows the provider's words in red under the form, the same for an unknown account, and keeps what was typed", async ({
    page,
  }) => {
    await page.goto('/login')
    const { email, password, submit } = fieldsOf(page)
    for (const who of [demoAccounts.shopper.email, 'unknown@people.example']) {
      await email.fill(who)
      await password.fill('not this one')
      await submit.click()
      const alert = page.getByRole('alert')
      await expect(alert).toHaveText('Invalid email or password')
      await expectRed(alert)
      expect(await topOf(alert)).toBeGreaterThan(await topOf(submit))
      await expect(email).toHaveValue(who)
    }
    await expect(page).toHaveURL('/login')
    expect(await storedToken(page)).toBeNull()
    await page.route('**/api/auth/sign-in', (route) => route.abort())
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop')
  })

  test('fills in a demo account, logs in, stores the token as accessToken and deletes it on Sign Out', async ({
    page,
  }) => {
    await page.goto('/login')
    const hint = page.getByRole('region', { name: 'Just looking? Use a demo account' })
    for (const { email, password } of Object.values(demoAccounts))
      await expect(hint).toContainText(`${email} / ${password}`)
    await expect(page.getByText('OR', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register')
    await hint.getByRole('button', { name: 'Fill in' }).first().click()
    const { email, password, submit } = fieldsOf(page)
    await expect(email).toHaveValue(demoAccounts.shopper.email)
    await expect(password).toHaveValue(demoAccounts.shopper.password)
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await submit.click()
    await expect(page.getByRole('status').getByText('Login Successsfully', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeFocused()
    expect(await storedToken(page)).toBeNull()
    expect((await page.context().cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([])
  })
})

test.describe('the sign-up form', () => {
  test('says which fields are missing, and in red under the form that an email address is taken', async ({
    page,
  }) => {
    await page.goto('/register')
    const { name, email, password, signUp: submit } = fieldsOf(page)
    await submit.click()
    await expectErrorUnder(name, 'Name is required')
    await expectErrorUnder(email, 'Email Address is required')
    await expectErrorUnder(password, 'Password is required')
    await name.fill('Sam Again')
    await email.fill(demoAccounts.shopper.email.toUpperCase())
    await password.fill('coffee123')
    await submit.click()
    await expect(page.getByRole('alert')).toHaveText('This email is already in use')
    await expectRed(page.getByRole('alert'))
    await expect(page).toHaveURL('/register')
    await expect(name).toHaveValue('Sam Again')
  })

  test('creates one account, however often the button is pressed, and opens the home page', async ({
    page,
  }) => {
    const account = newAccount()
    const sent: string[] = []
    page.on(
      'request',
      (request) => void (request.url().endsWith('/auth/sign-up') && sent.push(request.url())),
    )
    await page.goto('/register')
    const { name, email, password, signUp: submit } = fieldsOf(page)
    await name.fill(account.name)
    await email.fill(account.email)
    await password.fill(account.password)
    await submit.dblclick()
    await expect(
      page.getByRole('status').getByText('User Created Successfully', { exact: true }),
    ).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await storedToken(page)).not.toBeNull()
    expect(sent).toHaveLength(1)
  })
})

test.describe('the own details', () => {
  test('have a new name, shown again after a reload, and a new password that is needed from then on', async ({
    page,
    shop,
  }) => {
    const account = await createAccount(shop.url)
    await page.goto('/account/profile')
    await logIn(page, account)
    await expect(page.getByText(`You are logged in as ${account.email}.`)).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Cora Lind')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await expect(page.getByText('Name saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Cora Lind')
    const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')]
    await current.fill('not this one')
    await next.fill('a better one')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page.getByText('This is not your current password.')).toBeVisible()
    await current.fill(account.password)
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await expect(current).toHaveValue('')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.goto('/account/profile')
    await logIn(page, { ...account, password: 'a better one' })
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Cora Lind')
  })
})

test.describe('the way back', () => {
  test('leads to the page that asked for the login, and replaces the login in the history', async ({
    page,
    shop,
  }) => {
    const account = await createAccount(shop.url)
    await page.goto('/contact')
    await page.getByRole('link', { name: 'My Cart' }).click()
    await expect(page).toHaveURL('/login')
    const reason = page.getByText('Log in or sign up to open the page “My Cart”.')
    await expect(reason).toBeVisible()
    await page.reload()
    await expect(reason).toBeVisible()
    await logIn(page, account)
    await expect(page).toHaveURL('/myCart')
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/contact')
  })

  test('is kept on the way over the page for a forgotten password', async ({ page, shop }) => {
    const account = await createAccount(shop.url)
    await page.goto('/myCart')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('link', { name: 'Back to the login' }).click()
    await logIn(page, account)
    await expect(page).toHaveURL('/myCart')
  })

  test('is kept for a new account, and leads to the home page if the page requires an administrator', async ({
    page,
  }) => {
    await page.goto('/myCart?from=mail')
    await signUpInstead(page, newAccount())
    await expect(page).toHaveURL('/myCart?from=mail')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    await page.goto('/dashboard?sort=price')
    await signUpInstead(page, newAccount())
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'See Our All Coffee Category' })).toBeVisible()
  })

  test('is followed at once if the visitor is already signed in, and leads to pages of the shop only', async ({
    page,
    shopper,
  }) => {
    await page.goto('/register')
    await expect(page, shopper.email).toHaveURL('/')
    expect(await landing(page, '//evil.example')).toBe('/')
    expect(await landing(page, '/myCart')).toBe('/myCart')
  })
})

/**
 * Opens the login page as a visitor who is already signed in, with `from` as the path to return to. Returns the path
 * to which the login page redirects.
 */
async function landing(page: Page, from: string): Promise<string> {
  await page.goto('/contact')
  // Waits until the page's scripts have started. The code below sets the return path and then reloads the page.
  // Scripts that start in between would use up the return path.
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  const { origin } = new URL(page.url())
  const state = JSON.stringify({ state: { from }, key: 'planted', index: 0 })
  await page.evaluate(`history.replaceState(${state}, '', '/login')`)
  await page.reload()
  await page.waitForURL((address) => address.pathname !== '/login')
  return page.url().replace(origin, '')
}

function fieldsOf(page: Page) {
  return {
    name: page.getByLabel('Name', { exact: true }),
    email: page.getByLabel('Email address'),
    password: page.getByLabel('Password', { exact: true }),
    submit: page.getByRole('button', { name: 'Log In' }),
    signUp: page.getByRole('button', { name: 'Sign Up' }),
  }
}

async function logIn(page: Page, account: { email: string; password: string }): Promise<void> {
  const { email, password, submit } = fieldsOf(page)
  await email.fill(account.email)
  await password.fill(account.password)
  await submit.click()
}

/** Follows the link from the login page to the sign-up form, fills the form in and submits it. */
async function signUpInstead(
  page: Page,
  account: { name: string; email: string; password: string },
): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click()
  const { name, email, password, signUp } = fieldsOf(page)
  await name.fill(account.name)
  await email.fill(account.email)
  await password.fill(account.password)
  await signUp.click()
}

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate<string | null>('localStorage.getItem("accessToken")')
}

/** Expects the error message in red below the field, and in the accessible description of the field. */
async function expectErrorUnder(field: Locator, words: string): Promise<void> {
  const error = field
    .locator('xpath=ancestor::*[contains(@class, "field")][1]')
    .getByText(words, { exact: true })
  await expect(error).toBeVisible()
  await expectRed(error)
  expect(await topOf(error)).toBeGreaterThan(await topOf(field))
  await expect(field).toHaveAccessibleDescription(new RegExp(words))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
}

async function expectRed(target: Locator): Promise<void> {
  const colour = await target.evaluate((element) => {
    const canvas = element.ownerDocument.createElement('canvas').getContext('2d')
    canvas.fillStyle = element.ownerDocument.defaultView.getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  const [red = 0, green = 0, blue = 0] = colour
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
}

async function topOf(target: Locator): Promise<number> {
  return (await target.boundingBox())?.y ?? 0
}
