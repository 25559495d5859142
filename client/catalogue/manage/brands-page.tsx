import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import type { OwnBrand } from '#contract/shop-management.ts'
import { BrandForm } from '../forms/brand-form.tsx'
import type { Deletion } from './delete-entry.ts'
import { useListAddress } from './entry-addresses.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryListPage } from './entry-list-page.tsx'
import { AddFrame } from './manage-frame.tsx'
import { specTexts, words } from './texts.ts'

/** The page `/dashboard/addProduct` with the form that adds a brand (specification section 2, Add Product). */
export function AddBrandPage() {
  return (
    <AddFrame title={words.addBrand}>
      <BrandForm />
    </AddFrame>
  )
}

/** The page `/menu` with the brands of the admin, or of all admins (specification section 2, Shop management). */
export function BrandsPage() {
  const list = useQuery(callQuery('GET /personCoffee', { query: useListAddress().query }))
  const { counting, askFirst, question } = useDeleteQuestion()
  return (
    <>
      <EntryListPage
        kind="brand"
        list={list}
        nameOf={({ category_name }) => category_name}
        card={(brand, { eager, deleteEntry }) => (
          <EntryCard
            entry={brand}
            name={brand.category_name}
            img={brand.img}
            ratting={brand.ratting}
            eager={eager}
            deleteText={specTexts.delete}
            isDeleteBusy={counting === brand._id}
            onDelete={() => void askFirst(brand, deleteEntry)}
          />
        )}
        form={(brand, leave) => <BrandForm key={brand._id} brand={brand} onDone={leave} />}
      />
      {question}
    </>
  )
}

type Asked = { deletion: Deletion; onConfirm: (deletion: Deletion) => void }

/**
 * Asks for confirmation before a brand is deleted, unless it has no coffees, which are deleted together with the brand.
 * `counting` is the id of the brand whose coffees are being counted, or null.
 */
function useDeleteQuestion() {
  const [counting, setCounting] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)

  async function askFirst({ _id, category_name: name }: OwnBrand, onConfirm: Asked['onConfirm']) {
    if (counting !== null) return
    setCounting(_id)
    const coffees = await countCoffees(_id).catch(() => null)
    setCounting(null)
    const deletion = { _id, name, coffees }
    if (coffees === 0) onConfirm(deletion)
    else setAsked({ deletion, onConfirm })
  }

  const question = asked && (
    <ConfirmDialog
      title={words.deleteTitle(asked.deletion.name)}
      more={words.deletesCoffees(asked.deletion.coffees ?? null)}
      confirm={specTexts.delete}
      onConfirm={() => asked.onConfirm(asked.deletion)}
      onClose={() => setAsked(null)}
    />
  )
  return { counting, askFirst, question }
}

async function countCoffees(id: string): Promise<number> {
  return (await api('GET /coffeeDetails/{id}', { params: { id } })).coffees.length
}
