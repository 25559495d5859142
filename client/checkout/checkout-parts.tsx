import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { keepCode } from '#client/lib/kept-code.ts'
import { TextArea } from '#client/ui/fields.tsx'
import type { CheckoutRequest, Quote } from '#contract/selling/checkout.ts'
import { NOTE_LENGTH } from '#contract/values/limits.ts'
import { CheckoutSummary } from './checkout-summary.tsx'
import type { CheckoutSummaryProps } from './checkout-summary.tsx'
import { DeliveryChoice, WayChoice } from './delivery-choice.tsx'
import { FewLeft } from './few-left/few-left.tsx'
import { GuaranteeNotice } from './guarantee-notice.tsx'
import { PaymentChoice } from './payment-choice.tsx'
import { rhythmsIn } from './order-button/subscription-note.tsx'
import { subscriptionWords, words } from './texts.ts'
import { waysOf } from './use-quote.ts'
import type { CheckoutState } from './use-quote.ts'

type CheckoutPartsProps = Pick<CheckoutSummaryProps, 'goesTo' | 'reason' | 'isPaying' | 'failure'> & {
  state: CheckoutState
  quote: Quote
  note: string
  onNote: (note: string) => void
  /** Who buys, if there is no account that says so. It stands above everything else. */
  who?: ReactNode
  /** Where the order goes. It stands below the question whether it is sent. */
  where: ReactNode
  /** Called with what was chosen and is shown here. */
  onPay: (agreed: Agreed) => void
}

/** The part of the request to pay that is the same for everyone. */
export type Agreed = Pick<
  CheckoutRequest,
  'methodId' | 'note' | 'code' | 'withoutPersonal' | 'total' | 'currency' | 'promise' | 'way'
>

/** The choices of the checkout, and beside them the total and the Pay button. */
export function CheckoutParts({
  state,
  quote,
  note,
  onNote,
  who,
  where,
  onPay,
  ...rest
}: CheckoutPartsProps) {
  const { way, country, offers, offer, payment, withoutPersonal, choose } = state
  const { currency, totals, delivers, lines } = quote

  function payNow() {
    if (!totals) return
    const { methodId, total } = totals
    const promise = offer?.promise ?? null
    const discounts = {
      ...(accepted !== undefined && { code: accepted }),
      ...(withoutPersonal && { withoutPersonal }),
    }
    onPay({ methodId, note, total, currency, promise, ...discounts, ...(payment && { way: payment }) })
  }

  // Only a code that the server knows is kept for the next visit.
  const accepted = quote.code?.refusal === undefined ? quote.code?.code : undefined
  useEffect(() => {
    if (accepted !== undefined) keepCode(accepted)
  }, [accepted])

  function enter(code: string) {
    if (code === '') keepCode('')
    choose({ code })
  }

  return (
    <div className="checkout">
      <div className="checkout-steps">
        <FewLeft lines={lines} />
        {who}
        {waysOf(quote).length > 1 && (
          <WayChoice way={way} onChoose={(to) => choose({ way: to, methodId: null })} />
        )}
        {where}
        {delivers && (
          <>
            <DeliveryChoice
              {...{ quote, way, country, offers, offer }}
              isLoading={state.quote.isPlaceholderData}
              onChoose={(methodId) => choose({ methodId })}
            />
            <TextArea
              label={words.note}
              hint={words.noteHint}
              rows={3}
              maxLength={NOTE_LENGTH}
              value={note}
              onChange={({ target }) => onNote(target.value)}
            />
          </>
        )}
        {payment && totals && totals.total > 0 && (
          <PaymentChoice
            payments={totals.payments}
            notes={whyNotOthers(quote, way)}
            way={payment}
            onChoose={(chosen) => choose({ payment: chosen })}
          />
        )}
        <GuaranteeNotice />
      </div>
      <CheckoutSummary
        {...{ quote, payment, ...rest }}
        canPay={isQuoted(state, quote)}
        onPay={payNow}
        onCode={enter}
      />
    </div>
  )
}

/** Returns sentences that say why the order cannot be paid in other ways. */
function whyNotOthers(quote: Quote, way: CheckoutState['way']): string[] {
  const { tooSmall } = quote.totals ?? {}
  const isNotAtPickup = way === 'pickup' && rhythmsIn(quote).length > 0
  return [
    ...(tooSmall === undefined ? [] : [tooSmall]),
    ...(isNotAtPickup ? [subscriptionWords.notAtPickup] : []),
  ]
}

/** Returns whether the quote is for what is chosen now. */
function isQuoted({ quote, offer }: CheckoutState, { totals }: Quote): boolean {
  return totals !== null && totals.methodId === (offer?.id ?? null) && !quote.isPlaceholderData
}

/** Returns why an order cannot be placed: it has too many pieces, or costs nothing although a card must be saved. */
export function refusalOf({ lines, totals }: Quote): string | null {
  if (lines.some(({ soldOut }) => soldOut)) return words.takeFewerFirst
  return totals?.total === 0 ? (totals.tooSmall ?? null) : null
}
