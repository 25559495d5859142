import { Button } from '#client/ui/button.tsx'
import { useViewFocus } from '#client/ui/use-row-focus.ts'
import type { SavedAddress } from '#contract/selling/addresses.ts'
import type { Quote } from '#contract/selling/checkout.ts'
import type { Address } from '#contract/selling/settings.ts'
import { firstCountry } from '#contract/values/orders/delivery-price.ts'
import { AddressForm } from './address-form.tsx'
import { Choice, Choices, DELIVERY } from './delivery-choice.tsx'
import { words } from './texts.ts'
import { useAddresses } from './use-addresses.ts'

type AddressChoiceProps = {
  quote: Quote
  addresses: SavedAddress[]
  chosen: SavedAddress | null
  editing: Editing
  /** What was typed into the form before the page was reloaded, or null. */
  typed: Address | null
  onType: (typed: Address) => void
  onEdit: (editing: Editing) => void
  onChoose: (id: string) => void
}

/** The address to edit, `new` for an empty form, or null if no form is open. */
export type Editing = SavedAddress | 'new' | null

/** The id of the list of addresses, and of the form that is shown in its place. */
const ADDRESS = 'address'

/** The saved addresses to choose from. A customer without one sees the form for a new address at once. */
export function AddressChoice(props: AddressChoiceProps) {
  const { quote, addresses, chosen, editing, typed, onType, onEdit, onChoose } = props
  const { put, remove } = useAddresses()
  const isFirst = addresses.length === 0
  useViewFocus(editing ? 'form' : `list of ${addresses.length}`, ADDRESS)

  async function use(saved: SavedAddress) {
    await put(saved)
    document.getElementById(DELIVERY)?.focus()
    onChoose(saved._id)
    onEdit(null)
  }

  if (editing || isFirst)
    return (
      <section id={ADDRESS} tabIndex={-1} aria-label={words.address} className="grid gap-4">
        <h2 className="text-xl">{words.address}</h2>
        <AddressForm
          countries={countriesFor(quote, editing)}
          country={firstCountry(quote)}
          saved={editing === 'new' ? null : editing}
          typed={typed}
          onType={onType}
          onSaved={(saved) => void use(saved)}
          onCancel={isFirst ? undefined : () => onEdit(null)}
        />
      </section>
    )
  return (
    <div className="grid gap-4">
      <Choices legend={words.address} id={ADDRESS}>
        {addresses.map((saved) => (
          <div key={saved._id} className="grid gap-1">
            <Choice name="address" checked={saved._id === chosen?._id} onChoose={() => onChoose(saved._id)}>
              <AddressLines lines={saved.lines} />
            </Choice>
            <div className="choice-actions">
              <AddressActions
                saved={saved}
                onEdit={() => onEdit(saved)}
                onDelete={() => void remove(saved)}
              />
            </div>
          </div>
        ))}
      </Choices>
      <p>
        <Button tone="quiet" onClick={() => onEdit('new')}>
          {words.addAddress}
        </Button>
      </p>
    </div>
  )
}

/**
 * Returns the countries that the form offers. The country of a saved address is always among them, even if no parcels
 * are sent there any more.
 */
function countriesFor({ countries }: Quote, editing: Editing): string[] {
  if (editing === null || editing === 'new') return countries
  return [...new Set([...countries, editing.address.country])]
}

export function AddressLines({ lines }: { lines: string[] }) {
  return lines.map((line) => (
    <span key={line} className="block break-words">
      {line}
    </span>
  ))
}

type AddressActionsProps = { saved: SavedAddress; onEdit: () => void; onDelete: () => void }

export function AddressActions({ saved, onEdit, onDelete }: AddressActionsProps) {
  const { name } = saved.address
  return (
    <>
      <button type="button" className="link" aria-label={words.editOf(name)} onClick={onEdit}>
        {words.edit}
      </button>
      <button type="button" className="link" aria-label={words.deleteOf(name)} onClick={onDelete}>
        {words.delete}
      </button>
    </>
  )
}
