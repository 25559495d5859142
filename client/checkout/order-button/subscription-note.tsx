import { listText } from '#client/lib/list-text.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { formatMoney } from '#contract/values/money.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import type { PaymentChoice, Quote } from '#contract/selling/checkout.ts'
import {
  CHOICE_AFTER_FIRST,
  CONSENT_TEXTS,
  CONSENT_VERSION,
  dayOfNext,
  rhythmText,
} from '#contract/values/orders/subscriptions.ts'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import { countEqual } from '../equal-lines.ts'
import { words as checkoutWords, subscriptionWords as words } from '../texts.ts'

/** Returns the rhythms of the subscriptions that an order begins, the shortest first. */
export function rhythmsIn({ lines }: Pick<Quote, 'lines'>): Rhythm[] {
  const rhythms = new Set(lines.flatMap(({ everyWeeks }) => everyWeeks ?? []))
  return [...rhythms].toSorted((a, b) => a - b)
}

/** Returns what is paid again and how often, such as `$8.00 every week and $14.50 every 3 weeks`. */
export function renewalsText({ renewals = [], currency }: Pick<Quote, 'renewals' | 'currency'>): string {
  return listText(
    renewals.map(({ everyWeeks, total }) => `${formatMoney(total, currency)} ${rhythmText(everyWeeks)}`),
  )
}

/** What comes again and when, what it costs, how it is paid, and what the customer agrees to. */
export function SubscriptionNote({ quote, payment }: { quote: Quote; payment: PaymentChoice['way'] | null }) {
  const rhythms = rhythmsIn(quote)
  const { paysAtOnce } = usePageState().settings
  if (rhythms.length === 0) return null
  return (
    <section className="small grid gap-2">
      <h3 className="font-sans font-semibold">{words.title}</h3>
      {rhythms.map((everyWeeks) => (
        <p key={everyWeeks}>{comesAgain(quote, everyWeeks)}</p>
      ))}
      {payment === 'stripe' && <p>{CONSENT_TEXTS[CONSENT_VERSION]}</p>}
      {payment === 'transfer' && <p>{words.byTransfer}</p>}
      {payment === 'instant' && !paysAtOnce && quote.totals?.tooSmall === undefined && (
        <p>{`${words.withoutCard} ${words.byTransfer}`}</p>
      )}
    </section>
  )
}

function comesAgain({ lines, offers, totals, renewals, currency }: Quote, everyWeeks: Rhythm): string {
  const own = lines.filter((line) => line.everyWeeks === everyWeeks)
  const names = countEqual(own, ({ productName, roastersChoice }) => [productName, roastersChoice]).map(
    ({ count, productName, roastersChoice }) =>
      checkoutWords.several(count, roastersChoice ? `${productName} (${CHOICE_AFTER_FIRST})` : productName),
  )
  const coffee = own.reduce((sum, line) => sum + line.price, 0)
  const renewal = renewals?.find((one) => one.everyWeeks === everyWeeks)
  const first = offers.find(({ id }) => id === totals?.methodId)?.promise?.roastOn
  return words.again({
    rhythm: rhythmText(everyWeeks),
    names: listText(names),
    coffee: formatMoney(coffee, currency),
    delivery: renewal ? formatMoney(renewal.deliveryPrice, currency) : null,
    total: renewal ? formatMoney(renewal.total, currency) : null,
    next: first === undefined ? null : weekdayText(dayOfNext(first, everyWeeks)),
  })
}
