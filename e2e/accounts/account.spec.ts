import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { OwnData } from '#contract/identity/own-account.ts'
import { newAccount } from '../account-fixtures.ts'
import type { Account } from '../account-fixtures.ts'
import { toast } from '../dashboard-page.ts'
import type { MailServer } from '../mail-server.ts'
import { expect, test } from '../selling/real-shop-fixture.ts'

/** Waits for a mail to this address whose text matches, and returns the path of the link with a token in it. */
async function linkIn(mailServer: MailServer, to: string, text: RegExp): Promise<string> {
  const find = () => mailServer.mailsTo(to).findLast((mail) => text.test(mail.text))
  await expect.poll(() => find() !== undefined, `a mail to ${to} like ${text}`).toBe(true)
  const { pathname, hash } = new URL(/https?:\S+#\S+/.exec(find()?.text ?? '')?.[0] ?? '')
  return pathname + hash
}

async function fillSignUp(page: Page, { name, email, password }: Account): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Look into your mail' })).toContainText(email)
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
}

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Signs up on `page` by mail, and opens the page of the account. */
async function signUpByMail(page: Page, mailServer: MailServer): Promise<Account> {
  await mailServer.open()
  const account = newAccount()
  await page.goto('/account/privacy')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillSignUp(page, account)
  await page.goto(await linkIn(mailServer, account.email, /thank you for signing up/))
  await expect(page).toHaveURL('/account/privacy')
  return account
}

test('a new customer confirms the address by mail, once, and goes on where they were', async ({
  page,
  browser,
  shop,
  mailServer,
}) => {
  await mailServer.open()
  const account = newAccount()
  await page.goto('/myCart')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillSignUp(page, account)
  const link = await linkIn(mailServer, account.email, /thank you for signing up/)
  const stranger = await browser.newPage({ baseURL: shop.url })
  await stranger.goto(link)
  await expect(stranger.getByText('Enter the password that you have chosen')).toBeVisible()
  await page.route('**/api/auth/confirm-sign-up', (route) => route.abort(), { times: 1 })
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(toast(page, 'User Created Successfully')).toBeVisible()
  await expect(page).toHaveURL('/myCart')
  await stranger.getByLabel('Password', { exact: true }).fill(account.password)
  await stranger.getByRole('button', { name: 'Confirm and log in' }).click()
  await expect(stranger.getByRole('alert')).toContainText('This link was used already')
  await stranger.goto('/register')
  await fillSignUp(stranger, account)
  const taken = () =>
    mailServer.mailsTo(account.email).some(({ text }) => /There is one with this address/.test(text))
  await expect.poll(taken).toBe(true)
  await stranger.close()
})

test('a customer ends another session, changes the address, exports the data and deletes the account', async ({
  page,
  browser,
  shop,
  mailServer,
}) => {
  const account = await signUpByMail(page, mailServer)
  const other = await browser.newPage({ baseURL: shop.url })
  await logIn(other, account)
  await expect(toast(other, 'You are logged in')).toBeVisible()
  await page.reload()
  const sessions = page.getByRole('listitem').filter({ hasText: 'since' })
  await expect(sessions).toHaveText([
    /Chrome on Linux.*since \d{4}-\d\d-\d\d, \d\d:\d\d/,
    /Chrome on Linux.*This browser/,
  ])
  await page.getByRole('button', { name: 'Log out Chrome on Linux' }).click()
  await expect(toast(page, 'That browser is logged out.')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await other.goto('/myCart')
  await expect(other).toHaveURL('/login')
  await other.close()

  const changed = { ...account, email: `new.${account.email}` }
  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByLabel('New email address').fill(changed.email)
  await page.getByLabel('Your password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByRole('alert').getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Your password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText(`To change your address to ${changed.email}`)).toBeVisible()
  await page.goto(await linkIn(mailServer, account.email, /is to be changed to/))
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await expect(page.getByText(`Now open the link in our mail to ${changed.email}`)).toBeVisible()
  await page.goto(await linkIn(mailServer, changed.email, /to become the email address/))
  await page.getByRole('button', { name: 'Yes, change it' }).click()
  await expect(page.getByText(`Your email address is now ${changed.email}.`)).toBeVisible()

  await page.goto('/account/privacy')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  const data: OwnData = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(data.account).toMatchObject({ name: account.name, email: changed.email, emailVerified: true })

  await page.getByLabel('Your password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(toast(page, 'Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
  await logIn(page, changed)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
})
