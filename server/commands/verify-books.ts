import { shopDates } from '#contract/values/dates/shop-dates.ts'
import { compareWithGateway, listMoney } from '#server/books/compare-gateway.ts'
import { describeMonth, sumMonth } from '#server/books/month/sum-month.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import type { Query } from '#server/books/snapshot.ts'
import { applySettings, verifyBooks } from '#server/books/verify-books.ts'
import { readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import type { RemoteGateway, Span } from '#server/payments/gateway.ts'
import { stripeGateway } from '#server/payments/stripe/stripe-gateway.ts'
import { now } from '#server/platform/clock.ts'
import { runCommand } from './run-command.ts'

const USAGE =
  'Usage: npm run verify-books [-- --stripe [first-day [last-day]] | -- --month 2026-11], with days such as 2026-11-22'

/** How many days up to today `--stripe` compares if no first day is given. */
const DAYS = 30

/** What was paid just now may be in one of both lists only. */
const SETTLING_MS = 10 * 60 * 1000

/**
 * `npm run verify-books`: checks that payments, refunds, orders, lines and stock agree. Reads one snapshot and changes
 * nothing, so the shop may be running. With `-- --stripe` it also compares the books with what Stripe lists for a span
 * of days of the shop's time zone. With `-- --month 2026-11` it says what came and went in a month. The exit code is 1 if
 * something is wrong.
 */
await runCommand(async (args) => {
  const config = readConfig(process.env)
  const [option, first, last] = args
  const month = monthIn(args)
  if ((option !== undefined && option !== '--stripe' && !month) || args.length > 3) throw new Error(USAGE)
  const currency = await readSnapshot(config, applySettings)
  // Stripe is asked first, so that all that it lists is in the snapshot.
  const listed = option === '--stripe' ? await listMoney(openStripe(config), spanOf(first, last)) : null
  const { faults, said } = await readSnapshot(config, async (query) => {
    const inBooks = await verifyBooks(query)
    const compared = listed && (await compareWithGateway(query, listed, currency))
    return {
      faults: [...inBooks, ...(compared?.faults ?? [])],
      said: compared ? `${compared.summary}\n` : await sayMonth(query, month, currency),
    }
  })
  if (faults.length > 0) throw new Error([...faults, `${said}${faults.length} found in all.`].join('\n'))
  return `${said}The books are in order.`
})

/** Returns the month of the option `--month`, or null if there is none. */
function monthIn([option, month = '', ...others]: string[]): string | null {
  return option === '--month' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && others.length === 0 ? month : null
}

async function sayMonth(query: Query, month: string | null, currency: string): Promise<string> {
  return month ? `${describeMonth(month, await sumMonth(query, month, currency), currency)}\n` : ''
}

function openStripe({ payments: { stripe }, publicUrl }: Config): RemoteGateway {
  if (!stripe) throw new Error('STRIPE_SECRET_KEY is not set, so Stripe cannot be asked.')
  return stripeGateway({ ...stripe, publicUrl })
}

function spanOf(first: string | undefined, last = first): Span {
  const { timeZone } = shopDates()
  const today = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(timeZone).toPlainDate()
  const from = first === undefined ? today.subtract({ days: DAYS }) : dayOf(first)
  const to = last === undefined ? today : dayOf(last)
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds
  const span = { from: startOf(from), to: Math.min(startOf(to.add({ days: 1 })), now() - SETTLING_MS) }
  if (span.from >= span.to)
    throw new Error(`There is no time from ${from.toString()} to ${to.toString()}. ${USAGE}`)
  return span
}

function dayOf(text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    throw new Error(`${text} is no day. ${USAGE}`)
  }
}
