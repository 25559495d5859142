import type { Page } from '@playwright/test'
import type { RunningShop } from '../test/processes/running-shop.ts'
import { keyboard, mouse } from './input-devices.ts'
import type { InputDevice } from './input-devices.ts'
import { expect, newAccount, test } from './account-fixtures.ts'

test('a shopper signs up, buys, deletes, pays one item and then the rest, and finds all of it after a power cut', async ({
  page,
  shop,
}) => {
  await wholeStory(page, shop, mouse)
})

test('the same story works with the keyboard alone', async ({ page, shop }) => {
  await wholeStory(page, shop, keyboard(page))
})

async function wholeStory(page: Page, shop: RunningShop, device: InputDevice): Promise<void> {
  const account = newAccount()
  await signUp(page, device, account)
  await buy(page, device)
  await deleteAndPay(page, device)
  await shop.kill()
  await shop.restart()
  await page.context().clearCookies()
  await comeBack(page, device, account)
}

type Account = ReturnType<typeof newAccount>

async function signUp(
  page: Page,
  { press, fill }: InputDevice,
  { name, email, password }: Account,
): Promise<void> {
  await page.goto('/')
  await press(page.getByRole('link', { name: 'Login', exact: true }))
  await press(page.getByRole('link', { name: 'Create an account' }))
  await fill(page.getByLabel('Name', { exact: true }), name)
  await fill(page.getByLabel('Email address'), email)
  await fill(page.getByLabel('Password', { exact: true }), password)
  await press(page.getByRole('button', { name: 'Sign Up' }))
  await expect(toast(page, 'User Created Successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
}

async function buy(page: Page, { press }: InputDevice): Promise<void> {
  await press(page.getByRole('link', { name: 'See Coffee' }).first())
  await expect(page.getByRole('heading', { level: 1, name: 'Northfold' })).toBeVisible()
  for (const name of ['Sidama Morning Wash', 'Marcala Ridge']) {
    await press(page.getByRole('article').filter({ hasText: name }).getByRole('button', { name: 'Buy Now' }))
    await expect(toast(page, `${name} Added Successfully`)).toBeVisible()
  }
  await press(page.getByRole('link', { name: 'Go Back' }))
  await press(page.getByRole('link', { name: 'See Details' }).first())
  await press(page.getByRole('button', { name: 'Buy Now' }))
  const packet = await page.getByRole('heading', { level: 1 }).textContent()
  await expect(toast(page, `${packet} Added Successfully`)).toBeVisible()
}

async function deleteAndPay(page: Page, { press }: InputDevice): Promise<void> {
  await press(page.getByRole('link', { name: 'My Cart' }))
  await expect(items(page)).toHaveCount(3)
  await press(items(page).filter({ hasText: 'Marcala Ridge' }).getByRole('button', { name: 'Delete' }))
  await expect(toast(page, 'Order Delete Succwssfully')).toBeVisible()
  await expect(items(page)).toHaveCount(2)
  await press(items(page).filter({ hasText: 'Sidama Morning Wash' }).getByRole('button', { name: 'Pay' }))
  await expect(toast(page, 'Payment Successfully')).toBeVisible()
  await press(page.getByRole('button', { name: 'Pay For All Item' }))
  await expect(toast(page, 'Your Payment Successfull')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Payment Done' })).toHaveCount(2)
}

async function comeBack(
  page: Page,
  { press, fill }: InputDevice,
  { email, password }: Account,
): Promise<void> {
  await page.goto('/myCart')
  await expect(page).toHaveURL('/login')
  await fill(page.getByLabel('Email address'), email)
  await fill(page.getByLabel('Password', { exact: true }), password)
  await press(page.getByRole('button', { name: 'Log In' }))
  await expect(toast(page, 'Login Successsfully')).toBeVisible()
  await expect(page).toHaveURL('/myCart')
  await expect(items(page)).toHaveCount(2)
  await expect(
    items(page).filter({ hasText: 'Sidama Morning Wash' }).getByRole('button', { name: 'Payment Done' }),
  ).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Payment Done' })).toHaveCount(2)
  await expect(page.getByText('Everything here is paid.')).toBeVisible()
}

function toast(page: Page, text: string) {
  return page.getByRole('status').getByText(text)
}

function items(page: Page) {
  return page
    .getByRole('table', { name: /^My (paid )?orders$/ })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
}
