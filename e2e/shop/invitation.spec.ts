import { newAccount } from '../account-fixtures.ts'
import { inviteAdmin } from './make-admin.ts'
import { expect, test as unopenedTest } from './unopened-shop-fixture.ts'

/** The Playwright `test` function with a shop that no admin has opened yet, and that confirms addresses by mail. */
const test = unopenedTest.extend({
  settings: [
    async ({ settings, mailServer }, use) => use({ ...settings, ...mailServer.settings }),
    { scope: 'worker' },
  ],
})

test('an invited owner who confirms the address in a new tab is an admin there, and can set up the shop', async ({
  context,
  page,
  mailServer,
  settings,
  shop,
}) => {
  await mailServer.open()
  const owner = newAccount('Olga Dias')
  await page.goto(await inviteAdmin(owner.email, settings))
  await page.getByRole('link', { name: 'Sign up', exact: true }).click()
  await page.getByLabel('Name').fill(owner.name)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const link = () => /http\S+#\S+/.exec(mailServer.mailsTo(owner.email)[0]?.text ?? '')?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  const tab = await context.newPage()
  await tab.goto(link())
  await expect(tab).toHaveURL(`${shop.url}/dashboard/start`)
  await expect(tab.getByRole('heading', { level: 2, name: 'Name' })).toBeVisible()
})
