import type { SellingSettings } from '#contract/selling/settings.ts'
import { movedClock } from '../../test/processes/moved-clock.ts'
import type { MovedClock } from '../../test/processes/moved-clock.ts'
import { portugueseShop, post } from '../../test/selling/portuguese-shop.ts'
import { stripeClock } from '../../test/stripe/objects.ts'
import { signIn } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import type { ArrivedMail } from '../mail-server.ts'
import { expect, test as dayTest } from './day-fixtures.ts'

export { expect } from './day-fixtures.ts'

/** Returns the time in UTC milliseconds of a moment in the shop's time zone, such as `2027-03-28T10:05`. */
function timeOf(moment: string): number {
  return Temporal.PlainDateTime.from(moment).toZonedDateTime(portugueseShop.timeZone).epochMilliseconds
}

type Weeks = {
  /** Lets the time pass until a moment in the shop's time zone, such as `2027-03-28T10:05`, and lets its jobs run. `page` follows. */
  waitUntil: (moment: string) => Promise<void>
  /** Signs the owner in, whose last session may have expired, and returns the owner. */
  asOwner: () => Promise<Person>
  /** Changes the settings for selling. */
  sell: (settings: Partial<SellingSettings>) => Promise<void>
  /** Expects these mails to an address since the last call, in any order, and no others. Returns them in the order of `told`. */
  expectMails: (to: string, told: Told[]) => Promise<ArrivedMail[]>
}

/** The subject of a mail, and what its text must contain. */
export type Told = [subject: string, ...texts: string[]]

/** The first Monday of the stories. The clocks are changed four weeks later. */
const START = '2027-03-01T08:00'

/** The roast days of the shop. */
export const weekly = { weekdays: [2, 4], cutOff: '10:00', closedDays: [] }

/** The Playwright `test` function with a shop whose clock the test moves. It roasts on Tuesdays and Thursdays until 10:00. */
export const test = dayTest.extend<Weeks, { clock: MovedClock }>({
  clock: [
    async ({}, use) => {
      const clock = movedClock(timeOf(START))
      stripeClock.aheadMs = clock.now() - Date.now()
      await use(clock)
      clock.remove()
      stripeClock.aheadMs = 0
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ settings, clock }, use) => use({ ...settings, ...clock.settings }),
    { scope: 'worker' },
  ],
  shop: [
    async ({ shop, mailServer }, use) => {
      await mailServer.open()
      await use(shop)
    },
    { scope: 'worker' },
  ],
  waitUntil: async ({ clock, page }, use) =>
    use(async (moment) => {
      // The jobs that are due run at the same time. Later ones charge and mail what they have placed.
      for (const seconds of [0, 11, 22]) {
        const time = timeOf(moment) + seconds * 1000
        stripeClock.aheadMs = time - Date.now()
        await clock.moveTo(time)
      }
      await page.clock.setFixedTime(clock.now())
    }),
  asOwner: async ({ owner, playwright, shop }, use) => {
    const network = await playwright.request.newContext()
    await use(() => signIn(network, shop.url, owner))
    await network.dispose()
  },
  sell: async ({ asOwner }, use) => {
    const common = { ...portugueseShop, methods: [post], roasting: weekly }
    await use(async (settings) => {
      const { call } = await asOwner()
      const { version } = await call('GET /selling', {})
      await call('PUT /selling', { body: { settings: { ...common, ...settings }, version } })
      const shown = await call('GET /shop/opening', {})
      if (shown.opening.productsFor === 'everyone') return
      const opening = { isOpen: true, productsFor: 'everyone' } as const
      await call('PUT /shop/opening', { body: { opening, version: shown.version } })
    })
  },
  expectMails: async ({ mailServer }, use) => {
    const seen = new Map<string, number>()
    await use(async (to, told) => {
      const from = seen.get(to) ?? 0
      const arrived = () => mailServer.mailsTo(to).slice(from)
      const subjects = () => arrived().map(({ subject }) => subject)
      const expected = told.map(([subject]) => subject)
      await expect
        .poll(() => subjects().toSorted(), { message: `mails to ${to}`, intervals: [50] })
        .toEqual(expected.toSorted())
      seen.set(to, from + told.length)
      return told.map(([subject, ...texts]) => {
        const mail = arrived().find((one) => one.subject === subject)
        // The space before a unit does not end a line.
        for (const text of texts) expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(text)
        return mail ?? { to, subject, text: '', html: '' }
      })
    })
  },
})

/** Returns the address of a button or a link in a mail. */
export function linkIn(mail: ArrivedMail | undefined, label: string): string {
  return mail?.text.split(`${label}:`)[1]?.trim().split(/\s/)[0] ?? ''
}
