import type { Browser, Locator, Page } from '@playwright/test'
import { newAccount } from '../account-fixtures.ts'
import { cartOf, news } from '../cart-page.ts'
import { toast } from '../dashboard-page.ts'
import { drawPicture } from '../pictures.ts'
import type { PictureFile } from '../pictures.ts'
import { expectNoFindings } from '../screens.ts'
import { inviteAdmin } from './make-admin.ts'
import { expect, test } from './unopened-shop-fixture.ts'

/** Uses a page as a person does, and counts what the person has to do. */
class CountedHands {
  /** The number of clicks. Choosing an option or a file counts as one. */
  clicks = 0
  /** The number of fields that were typed into. */
  fields = 0

  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }

  async type(field: Locator, text: string): Promise<void> {
    this.fields += 1
    await field.fill(text)
  }

  async choose(select: Locator, label: string): Promise<void> {
    this.clicks += 1
    await select.selectOption({ label })
  }

  async chooseFile(input: Locator, file: PictureFile): Promise<void> {
    this.clicks += 1
    await input.setInputFiles(file)
  }
}

/** Opens a page in a new browser window, of a person in Portugal. */
async function newWindow(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'pt-PT',
    timezoneId: 'Europe/Lisbon',
  })
  return context.newPage()
}

test('an owner sets up a shop from an empty folder, and a guest signs up and places the first order', async ({
  browser,
  settings,
  shop,
}) => {
  const [owner, guest] = [newAccount('Olga Dias'), newAccount('Cora Reis')]
  const [office, window] = [await newWindow(browser, shop.url), await newWindow(browser, shop.url)]
  const hands = new CountedHands()
  const button = (name: string) => office.getByRole('button', { name, exact: true })
  const field = (label: string | RegExp) => office.getByLabel(label)
  const ofShop = (label: string) => office.getByRole('region', { name: 'Your shop' }).getByLabel(label)
  const step = (name: string) => office.getByRole('heading', { level: 2, name })

  await test.step('a visitor reads that the shop opens soon', async () => {
    for (const path of ['/', '/myCart', '/coffeeDetails/nothing']) {
      await window.goto(path)
      await expect(window.getByRole('heading', { level: 1 })).toHaveText('Coffee shop opens soon')
    }
    await expectNoFindings(window, 'a shop that opens soon')
  })

  await test.step('the owner signs up with the link of make-admin', async () => {
    await office.goto(await inviteAdmin(owner.email, settings))
    await hands.click(office.getByRole('link', { name: 'Sign up', exact: true }))
    await hands.type(field('Name'), owner.name)
    await hands.type(field('Email'), owner.email)
    await hands.type(field(/^Password/), owner.password)
    await hands.click(button('Sign Up'))
    await expectNoFindings(office, 'an invitation')
    await hands.click(button('Become an administrator'))
    await expect(step('Name')).toBeVisible()
  })

  await test.step('the owner names the shop', async () => {
    await hands.type(field('Name of the shop'), 'Hill Roasters')
    await hands.type(field('Tagline'), 'Coffee from small farms')
    await hands.click(button('Save'))
    await expect(step('Country, tax and delivery')).toBeFocused()
    await window.goto('/')
    await expect(window.getByRole('heading', { level: 1 })).toHaveText('Hill Roasters opens soon')
  })

  await test.step('the owner leaves, comes back, and goes on where it was left', async () => {
    await office.getByRole('button', { name: 'Sign Out' }).click()
    await expect(office).toHaveURL('/login')
    await field('Email').fill(owner.email)
    await field(/^Password/).fill(owner.password)
    await button('Log In').click()
    await expect(office).toHaveURL('/dashboard/start')
    await office.goto('/')
    await expect(office.getByText('Only admins see this page until the shop is open.')).toBeVisible()
    await office.goto('/dashboard')
    const refusal = { title: 'Too many requests', status: 429, code: 'too-many-requests' }
    await office.route('**/api/selling', (route) => route.fulfill({ status: 429, json: refusal }), {
      times: 1,
    })
    await office.getByRole('link', { name: 'Set up the shop' }).click()
    await expect(office.getByRole('alert')).toContainText('This step could not be loaded')
    await button('Retry').click()
    await expect(ofShop('Country')).toHaveValue('PT')
    await expect(ofShop('Time zone')).toHaveValue('Europe/Lisbon')
    await expect(ofShop('Currency')).toHaveValue('EUR')
    await expect(field('Standard rate in %')).toHaveValue('23')
    await expect(field(/^We sell to consumers in the EU/)).toBeChecked()
    await ofShop('Country').selectOption('Switzerland')
    await expect(ofShop('Currency')).toHaveValue('CHF')
    await expect(field('Reduced rate in %')).toHaveValue('2.6')
    await ofShop('Country').selectOption('Portugal')
    await hands.type(field('Price in EUR'), '4,50')
    await expectNoFindings(office, 'the step for delivery')
    await hands.click(button('Save'))
    await button('Save').click()
    await expect(office.getByText('customers would not know how to pay')).toBeVisible()
    await hands.type(field('How to pay by transfer'), 'IBAN PT50 0000')
    await hands.click(button('Save'))
    await hands.chooseFile(field('Photo'), await drawPicture({ width: 600 }))
    await hands.type(field('Brand'), 'Hill Farm')
    await hands.type(office.getByRole('textbox', { name: 'Name', exact: true }), 'Harar')
    await hands.type(field('Price'), '12.50')
    await hands.type(field('Weight in grams'), '250')
    await expectNoFindings(office, 'the step for the first coffee')
    await hands.click(button('Add Coffee Name'))
    await expect(toast(office, 'Harar Added Successfully')).toBeVisible()
  })

  await test.step('the owner sees the home page as visitors will see it', async () => {
    await expect(button('Open the shop')).toBeVisible()
    await expect(office.getByRole('link', { name: 'Add more coffees' })).toBeVisible()
    await office.goto('/')
    await expect(office.getByRole('main').getByRole('link', { name: 'Harar' })).toBeVisible()
    await office.goto('/dashboard/start')
  })

  await test.step('the owner opens the shop', async () => {
    await expect(office.getByRole('radio', { name: 'Everyone, also search engines' })).toBeChecked()
    await expect(office.getByText('The shop sends no mails yet')).toBeVisible()
    await hands.click(button('Open the shop'))
    await expect(office.getByText('Your shop is open')).toBeVisible()
    await expectNoFindings(office, 'the steps of an open shop')
    process.stdout.write(`Until the shop is open: ${hands.clicks} clicks, ${hands.fields} typed fields\n`)
    expect(hands.clicks).toBeLessThanOrEqual(40)
    expect(hands.fields).toBeLessThanOrEqual(25)
  })

  await test.step('a packet of a coffee is proposed as another size of it', async () => {
    await office.goto('/dashboard/addProduct/coffeePacket')
    await field('Coffee Name').selectOption('Harar')
    await expect(field('Another size of').getByRole('option', { selected: true })).toHaveText('Harar')
    await field('Another size of').selectOption('No other coffee')
    await office.goto('/dashboard/start')
  })

  await test.step('a guest signs up, and orders', async () => {
    await window.goto('/')
    await window.getByRole('link', { name: 'Log in', exact: true }).click()
    await window.getByRole('link', { name: 'Create an account' }).click()
    await window.getByLabel('Name').fill(guest.name)
    await window.getByLabel('Email').fill(guest.email)
    await window.getByLabel(/^Password/).fill(guest.password)
    await window.getByRole('button', { name: 'Sign Up' }).click()
    await window.getByRole('link', { name: 'Harar' }).click()
    await window.getByRole('button', { name: /^Add to cart/ }).click()
    await expect(news(window, 'Harar Added Successfully')).toBeVisible()
    await window.goto('/myCart')
    await cartOf(window).checkOut.click()
    await window.getByLabel('Street and number').fill('Rua do Carmo 12')
    await window.getByLabel('Postal code').fill('1200-093')
    await window.getByLabel('City').fill('Lisboa')
    await window.getByRole('button', { name: 'Use this address' }).click()
    await expect(window.getByText('Including 23% tax')).toBeVisible()
    await window.getByRole('button', { name: /€17\.00/ }).click()
    await expect(window.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
    await expect(window.getByText('IBAN PT50 0000')).toBeVisible()
    await window.getByRole('link', { name: 'Your orders' }).click()
    await window.getByRole('button', { name: 'Withdraw from contract' }).click()
    const question = window.getByRole('alertdialog')
    await expect(question).toContainText('Your order is cancelled at once')
    await expect(question).not.toContainText('mail')
    await question.getByRole('button', { name: 'Keep the order' }).click()
  })

  await test.step('the money arrives, and the owner marks the first order as paid', async () => {
    await office.getByRole('link', { name: 'See the orders' }).click()
    await office.getByRole('link', { name: 'Details' }).click()
    await office.getByRole('button', { name: 'Mark as paid' }).click()
    const question = office.getByRole('alertdialog', { name: 'Has €17.00 arrived?' })
    await question.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(toast(office, 'is marked as paid')).toBeVisible()
    await window.goto('/account')
    await expect(window.getByText('€17.00')).toBeVisible()
  })
})
