import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressLines } from '#client/checkout/address-choice.tsx'
import { AddressForm } from '#client/checkout/address-form.tsx'
import { useAddresses } from '#client/checkout/use-addresses.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/states.tsx'
import type { SavedAddress } from '#contract/selling/checkout.ts'
import { COUNTRIES } from '#contract/values/countries.ts'
import { words } from './texts.ts'

/** The saved addresses of a customer, each with buttons to change and to delete it. */
export function AddressBook() {
  const list = useQuery(callQuery('GET /addresses'))
  const [editing, setEditing] = useState<SavedAddress | 'new' | null>(null)
  const { put, remove } = useAddresses()

  async function keep(saved: SavedAddress) {
    await put(saved)
    setEditing(null)
  }

  if (list.isPending) return <Skeleton className="h-40" />
  if (!list.data)
    return (
      <ErrorState
        title={words.addressesFailed}
        error={list.error}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
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
      <ul className="address-book">
        {list.data.map((saved) => (
          <AddressEntry
            key={saved._id}
            saved={saved}
            onEdit={() => setEditing(saved)}
            onDelete={() => void remove(saved)}
          />
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

type AddressEntryProps = { saved: SavedAddress; onEdit: () => void; onDelete: () => void }

function AddressEntry({ saved, onEdit, onDelete }: AddressEntryProps) {
  const { name } = saved.address
  return (
    <li className="panel grid gap-3">
      <p>
        <AddressLines lines={saved.lines} />
      </p>
      <p className="cluster">
        <button type="button" className="link" aria-label={words.editOf(name)} onClick={onEdit}>
          {words.edit}
        </button>
        <button type="button" className="link" aria-label={words.deleteOf(name)} onClick={onDelete}>
          {words.delete}
        </button>
      </p>
    </li>
  )
}
