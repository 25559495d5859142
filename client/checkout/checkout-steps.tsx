import { useState } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { TextArea } from '#client/ui/fields.tsx'
import type { Quote, SavedAddress } from '#contract/selling/checkout.ts'
import type { Address } from '#contract/selling/settings.ts'
import { NOTE_LENGTH } from '#contract/values/limits.ts'
import { AddressChoice } from './address-choice.tsx'
import type { Editing } from './address-choice.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { FewLeft } from './few-left/few-left.tsx'
import { DeliveryChoice, WayChoice } from './delivery-choice.tsx'
import { PaymentChoice } from './payment-choice.tsx'
import { keepCheckout, readCheckout } from './kept-checkout.ts'
import { words } from './texts.ts'
import { useCheckOut } from './use-check-out.ts'
import { waysOf } from './use-quote.ts'
import type { CheckoutState } from './use-quote.ts'

/** The choices of the checkout, and beside them the total and the Pay button. */
export function CheckoutSteps({ state, quote }: { state: CheckoutState; quote: Quote }) {
  const { way, address, offers, offer, payment, choose } = state
  const addresses = state.saved.data ?? []
  const { note, setNote, editing, edit, typed, type } = useTyped(addresses)
  const { pay, isPaying, failure } = useCheckOut()
  const { currency, totals, delivers } = quote
  const isSent = way === 'parcel'
  const goesTo = isSent ? address : null
  const isFormOpen = isSent && (editing !== null || addresses.length === 0)
  const hasBoth = waysOf(quote).length > 1

  function payNow() {
    if (!totals) return
    const { methodId, total } = totals
    const lines = quote.lines.map(({ _id }) => _id)
    const to = goesTo?.address ?? null
    const promise = offer?.promise ?? null
    const paid = payment && { way: payment }
    const request = { lines, methodId, address: to, note, total, currency, promise, ...paid }
    pay({ request, shown: quote.lines })
  }

  return (
    <div className="checkout">
      <div className="checkout-steps">
        <FewLeft lines={quote.lines} />
        {hasBoth && <WayChoice way={way} onChoose={(to) => choose({ way: to, methodId: null })} />}
        {isSent && (
          <AddressChoice
            quote={quote}
            addresses={addresses}
            chosen={address}
            editing={editing}
            typed={typed}
            onType={type}
            onEdit={edit}
            onChoose={(addressId) => choose({ addressId })}
          />
        )}
        {delivers && (
          <>
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
          </>
        )}
        {payment && totals && (
          <PaymentChoice
            payments={totals.payments}
            way={payment}
            onChoose={(chosen) => choose({ payment: chosen })}
          />
        )}
      </div>
      <CheckoutSummary
        {...{ quote, goesTo, payment, isPaying, failure }}
        canPay={isQuoted(state, quote)}
        reason={whatIsMissing(quote, isFormOpen)}
        onPay={payNow}
      />
    </div>
  )
}

/**
 * Returns what the customer has typed, and functions that change it. It is kept when the page is reloaded. `typed` is what
 * the address form begins with.
 */
function useTyped(addresses: SavedAddress[]) {
  const email = useSession().user?.email ?? ''
  const [{ note: firstNote, form }] = useState(() => readCheckout(email))
  const [note, setNote] = useState(firstNote)
  const [editing, setEditing] = useState(() => editingOf(addresses, form?.id))
  const [typed, setTyped] = useState(form?.typed ?? null)
  return {
    note,
    setNote: (text: string) => {
      setNote(text)
      keepCheckout(email, { note: text })
    },
    editing,
    edit: (next: Editing) => {
      setEditing(next)
      setTyped(null)
      keepCheckout(email, { form: next && { id: idOf(next), typed: null } })
    },
    typed,
    type: (address: Address) => keepCheckout(email, { form: { id: idOf(editing), typed: address } }),
  }
}

function editingOf(addresses: SavedAddress[], id: string | undefined): Editing {
  return id === 'new' ? id : (addresses.find(({ _id }) => _id === id) ?? null)
}

/** Returns the id of what the form changes. Without an address, the form for a new one is open at once. */
function idOf(editing: Editing): string {
  return editing === null || editing === 'new' ? 'new' : editing._id
}

/** Returns whether the quote is for what is chosen now. */
function isQuoted({ quote, offer }: CheckoutState, { totals }: Quote): boolean {
  return totals !== null && totals.methodId === (offer?.id ?? null) && !quote.isPlaceholderData
}

/** Returns what the customer has to do before the order can be paid, or null. */
function whatIsMissing({ lines }: Quote, isFormOpen: boolean): string | null {
  if (isFormOpen) return words.saveFirst
  return lines.some(({ soldOut }) => soldOut) ? words.takeFewerFirst : null
}
