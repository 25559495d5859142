import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressActions, AddressLines } from '#client/checkout/address-choice.tsx'
import { AddressForm } from '#client/checkout/address-form.tsx'
import { useAddresses } from '#client/checkout/use-addresses.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { useViewFocus } from '#client/ui/use-row-focus.ts'
import type { SavedAddress } from '#contract/selling/addresses.ts'
import { COUNTRIES } from '#contract/values/countries.ts'
import { words } from './texts.ts'

/** The id of the heading above the addresses in `profile-page.tsx`, which gets the focus when a form is closed. */
export const ADDRESSES = 'addresses'

/** The saved addresses of a customer, each with buttons to change and to delete it. */
export function AddressBook() {
  const list = useQuery(callQuery('GET /addresses'))
  const [editing, setEditing] = useState<SavedAddress | 'new' | null>(null)
  const { put, remove } = useAddresses()
  useViewFocus(editing ? 'form' : list.data && `list of ${list.data.length}`, ADDRESSES)

  async function keep(saved: SavedAddress) {
    await put(saved)
    setEditing(null)
  }

  if (list.isPending) return <Skeleton className="h-40" />
  if (!list.data) return <LoadError title={words.addressesFailed} query={list} />
  if (editing)
    return (
      <AddressForm
        countries={[...COUNTRIES]}
        country={list.data.at(-1)?.address.country ?? ''}
        saved={editing === 'new' ? null : editing}
        onSaved={(saved) => void keep(saved)}
        onCancel={() => setEditing(null)}
      />
    )
  return (
    <>
      {list.data.length === 0 && <p>{words.noAddresses}</p>}
      <ul className="grid gap-4 wrap-anywhere empty:hidden">
        {list.data.map((saved) => (
          <li key={saved._id} className="panel grid gap-3">
            <p>
              <AddressLines lines={saved.lines} />
            </p>
            <p className="cluster">
              <AddressActions
                saved={saved}
                onEdit={() => setEditing(saved)}
                onDelete={() => void remove(saved)}
              />
            </p>
          </li>
        ))}
      </ul>
      <p>
        <Button tone="quiet" onClick={() => setEditing('new')}>
          {words.addAddress}
        </Button>
      </p>
    </>
  )
}
