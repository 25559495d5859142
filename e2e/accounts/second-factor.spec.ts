import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from '../account-fixtures.ts'
import type { Account } from '../account-fixtures.ts'

/** Gives the page an authenticator that always verifies its person (https://chromedevtools.github.io/devtools-protocol). */
async function addAuthenticator(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logIn(page: Page, { email, password }: Omit<Account, 'name'>): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

/** Signs out on a page that needs an account, which leads to the login page. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
}

function sectionOf(page: Page, heading: string) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) })
}

test('a customer turns the second factor on, loses the phone, and comes in with a recovery code', async ({
  page,
  shopper,
}) => {
  await page.goto('/account/privacy')
  const part = sectionOf(page, 'Second factor')
  await part.getByLabel('Your password, to change the second factor', { exact: true }).fill(shopper.password)
  await part.getByRole('button', { name: 'Set it up' }).click()
  await expect(part.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
  const totp = new TOTP({ secret: Secret.fromBase32(await part.locator('code').innerText()) })
  await part.getByLabel('Code').fill(totp.generate())
  await part.getByRole('button', { name: 'Turn it on' }).click()
  await expect(part.getByText('If you lose your phone')).toBeVisible()
  const codes = await part.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await part.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(part.getByText('You have 10 recovery codes left')).toBeVisible()
  await signOut(page)

  await logIn(page, shopper)
  await expect(page.getByText('Enter the code that your app shows')).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/wrong or was used already/)
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText('Login Successsfully')).toBeVisible()

  await page.goto('/account/privacy')
  await expect(part.getByText('You have 9 recovery codes left')).toBeVisible()
  const off = part.getByRole('form', { name: 'Turn the second factor off' })
  await off.getByLabel('Your password, to change the second factor', { exact: true }).fill(shopper.password)
  await off.getByLabel('Code').fill(codes[1] ?? '')
  await off.getByRole('button', { name: 'Turn the second factor off' }).click()
  await expect(part.getByRole('button', { name: 'Set it up' })).toBeVisible()
})

test('a customer adds a passkey, logs in with it alone, and removes it', async ({ page, shopper }) => {
  await addAuthenticator(page)
  await page.goto('/account/privacy')
  const part = sectionOf(page, 'Passkeys')
  await part.getByLabel('Your password, to change passkeys', { exact: true }).fill(shopper.password)
  await part.getByLabel('Name of the passkey').fill('Laptop')
  await part.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(part.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible()
  await signOut(page)

  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Login Successsfully')).toBeVisible()

  await page.goto('/account/privacy')
  await expect(part.getByText(/used/)).toBeVisible()
  await part.getByLabel('Your password, to change passkeys', { exact: true }).fill(shopper.password)
  await part.getByLabel('Name of the passkey').fill('Phone')
  await addAuthenticator(page, 'usb')
  await part.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(part.getByRole('listitem')).toHaveCount(2)
  await part.getByLabel('Name of the passkey').fill('Tablet')
  await part.getByLabel('Your password, to change passkeys', { exact: true }).fill(shopper.password)
  await part.getByRole('button', { name: 'Remove the passkey Phone' }).dblclick()
  await expect(part.getByRole('listitem')).toHaveCount(1)
  await expect(part.getByLabel('Name of the passkey')).toHaveValue('Tablet')
  await expect(part.getByRole('alert')).toHaveCount(0)
  await part.getByLabel('Your password, to change passkeys', { exact: true }).fill(shopper.password)
  await part.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await expect(part.getByRole('listitem')).toHaveCount(0)
  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText(/belongs to no account here/)
})

test('an admin without the second factor that the shop demands is led to the page that sets it up', async ({
  page,
  shopper,
}) => {
  await page.route(`**/api/user/admin/${encodeURIComponent(shopper.email)}`, (route) =>
    route.fulfill({ json: { isAdmin: false, needsFactor: true } }),
  )
  await page.goto('/dashboard')
  await expect(
    page.getByText('This shop demands a second factor of its administrators and packers.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Logins and data' }).click()
  await expect(page).toHaveURL('/account/privacy')
  await expect(page.getByRole('button', { name: 'Set it up' })).toBeVisible()
})
