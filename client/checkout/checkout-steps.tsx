import { useState } from 'react'
import { TextArea } from '#client/ui/fields.tsx'
import type { Quote } from '#contract/selling/checkout.ts'
import { NOTE_LENGTH } from '#contract/values/limits.ts'
import { AddressChoice } from './address-choice.tsx'
import type { Editing } from './address-choice.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { DeliveryChoice, WayChoice } from './delivery-choice.tsx'
import { words } from './texts.ts'
import { useCheckOut } from './use-check-out.ts'
import { waysOf } from './use-quote.ts'
import type { CheckoutState } from './use-quote.ts'

/** The choices of the checkout, and beside them the total and the Pay button. */
export function CheckoutSteps({ state, quote }: { state: CheckoutState; quote: Quote }) {
  const { way, address, offers, offer, choose } = state
  const [note, setNote] = useState('')
  const [editing, setEditing] = useState<Editing>(null)
  const { pay, isPaying, failure } = useCheckOut()
  const { currency, totals } = quote
  const isSent = way === 'parcel'
  const goesTo = isSent ? address : null
  const addresses = state.saved.data ?? []
  const isFormOpen = isSent && (editing !== null || addresses.length === 0)
  const hasBoth = waysOf(quote).length > 1
  const canPay = offer !== null && totals?.methodId === offer.id && !state.quote.isPlaceholderData

  function payNow() {
    if (!offer || !totals) return
    const { promise } = offer
    const lines = quote.lines.map(({ _id }) => _id)
    const to = goesTo?.address ?? null
    pay({ lines, methodId: offer.id, address: to, note, total: totals.total, currency, promise })
  }

  return (
    <div className="checkout">
      <div className="checkout-steps">
        {hasBoth && <WayChoice way={way} onChoose={(to) => choose({ way: to, methodId: null })} />}
        {isSent && (
          <AddressChoice
            quote={quote}
            addresses={addresses}
            chosen={address}
            editing={editing}
            onEdit={setEditing}
            onChoose={(addressId) => choose({ addressId })}
          />
        )}
        <DeliveryChoice
          {...{ quote, way, address, offers, offer }}
          isLoading={state.quote.isPlaceholderData}
          onChoose={(methodId) => choose({ methodId })}
        />
        <TextArea
          label={words.note}
          hint={words.noteHint}
          rows={3}
          maxLength={NOTE_LENGTH}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      <CheckoutSummary {...{ quote, goesTo, canPay, isFormOpen, isPaying, failure }} onPay={payNow} />
    </div>
  )
}
