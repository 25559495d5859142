import { useState } from 'react'
import { useSession } from '#client/identity/session.tsx'
import type { SavedAddress } from '#contract/selling/addresses.ts'
import type { Quote } from '#contract/selling/checkout.ts'
import type { Address } from '#contract/selling/settings.ts'
import { AddressChoice } from './address-choice.tsx'
import type { Editing } from './address-choice.tsx'
import { CheckoutParts, refusalOf } from './checkout-parts.tsx'
import { keepCheckout, readCheckout } from './kept-checkout.ts'
import { words } from './texts.ts'
import { useCheckOut } from './use-check-out.ts'
import type { useAccountQuote } from './use-quote.ts'

/** The checkout of a customer with an account, who chooses one of the saved addresses. */
export function CheckoutSteps({ state, quote }: { state: ReturnType<typeof useAccountQuote>; quote: Quote }) {
  const { way, address, choose } = state
  const addresses = state.saved.data ?? []
  const { note, setNote, editing, edit, typed, type } = useTyped(addresses)
  const { pay, isPaying, failure } = useCheckOut(choose)
  const isSent = way === 'parcel'
  const goesTo = isSent ? address : null
  const isFormOpen = isSent && (editing !== null || addresses.length === 0)
  const { lines } = quote
  return (
    <CheckoutParts
      {...{ state, quote, note, goesTo, isPaying, failure }}
      onNote={setNote}
      reason={isFormOpen ? words.saveFirst : refusalOf(quote)}
      where={
        isSent && (
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
        )
      }
      onPay={(agreed) =>
        pay({
          request: { ...agreed, lines: lines.map(({ _id }) => _id), address: goesTo?.address ?? null },
          shown: lines,
        })
      }
    />
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
