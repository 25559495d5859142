import { CountryField } from '#client/checkout/address-fields.tsx'
import { DeliveryChoice } from '#client/checkout/delivery-choice.tsx'
import { PaymentChoice } from '#client/checkout/payment-choice.tsx'
import type { GiftQuote } from '#contract/orders/gifts.ts'
import { words } from './texts.ts'
import type { useGiftQuote } from './use-new-gift.ts'

/** The country and the delivery of a gift, and how it is paid. */
export function GiftWay({ state, quote }: { state: ReturnType<typeof useGiftQuote>; quote: GiftQuote }) {
  const { way, country, offers, offer, payment, choose } = state
  const { totals } = quote
  return (
    <>
      <CountryField
        countries={quote.countries}
        hint={words.countryHint}
        autoComplete="off"
        value={country ?? ''}
        onChange={({ target }) => choose({ country: target.value, methodId: null })}
      />
      <DeliveryChoice
        {...{ quote, way, country, offers, offer }}
        isLoading={state.quote.isPlaceholderData}
        onChoose={(methodId) => choose({ methodId })}
      />
      {payment && totals && (
        <PaymentChoice
          payments={totals.payments}
          notes={totals.tooSmall === undefined ? [] : [totals.tooSmall]}
          way={payment}
          transferMore={words.byTransfer}
          onChoose={(chosen) => choose({ payment: chosen })}
        />
      )}
    </>
  )
}
