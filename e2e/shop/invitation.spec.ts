import { freePort } from '../../test/processes/free-port.ts'
import { startShop } from '../../test/processes/running-shop.ts'
import type { RunningShop } from '../../test/processes/running-shop.ts'
import { newAccount } from '../account-fixtures.ts'
import { expect, test as mailTest } from '../mail-fixtures.ts'
import { inviteAdmin } from './make-admin.ts'

type Settings = { PUBLIC_URL: string; PORT: string; DATA_DIR?: string; DATABASE_URL?: string }

/** The Playwright `test` function with a real shop that confirms addresses by mail, and that no admin has opened yet. */
const test = mailTest.extend<object, { settings: Settings; shop: RunningShop }>({
  settings: [
    async ({ mailDatabase }, use) => {
      const port = String(await freePort())
      await use({ PUBLIC_URL: `http://localhost:${port}`, PORT: port, ...mailDatabase.settings })
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ mailServer, settings }, use) => {
      const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'shop@hill.example', MAIL_TO: 'owner@hill.example' }
      const shop = await startShop({ DEMO: '0', ...mail, ...settings }, { opensLater: true })
      await use(shop)
      await shop.dispose()
    },
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
