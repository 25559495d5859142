import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { callQuery } from '#client/lib/query.ts'
import { OptionField } from '#client/ui/fields.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'
import type { Brand } from '#contract/catalogue.ts'
import type { EntryKind } from '../manage/delete-entry.ts'
import './sorting.css'
import { SortableList } from './sortable-list.tsx'
import type { Sortable } from './sortable-list.tsx'
import { words } from './texts.ts'

/** The page `/menu/sort`, where admins change the order in which customers see brands, coffees and packets. */
export function SortingPage() {
  const brands = useQuery(callQuery('GET /allCoffee'))
  const packets = useQuery(callQuery('GET /allPacket'))
  return (
    <div className="page">
      <div className="grid max-w-2xl gap-8">
        <div>
          <PageTitle title={words.page}>{words.heading}</PageTitle>
          <p className="mt-2">{words.lead}</p>
          <PageLink to={pages.shop} className="icon-text underline">
            {words.back}
          </PageLink>
        </div>
        <SortableSection
          kind="brand"
          title={words.brands}
          list={brands}
          items={brands.data?.map(({ _id, category_name, img }) => ({ id: _id, name: category_name, img }))}
        />
        {brands.data && brands.data.length > 0 && <CoffeesSection brands={brands.data} />}
        <SortableSection
          kind="packet"
          title={words.packets}
          list={packets}
          items={packets.data?.map(({ _id, name, img }) => ({ id: _id, name, img }))}
        />
      </div>
    </div>
  )
}

/** The coffees of one brand, which the admin selects. */
function CoffeesSection({ brands }: { brands: Brand[] }) {
  const [chosen, setChosen] = useState('')
  const id = brands.some(({ _id }) => _id === chosen) ? chosen : (brands[0]?._id ?? '')
  const brand = useQuery(callQuery('GET /coffeeDetails/{id}', { params: { id } }))
  const items = brand.data?.coffees.map(({ _id, name, img }) => ({ id: _id, name, img }))
  return (
    <SortableSection key={id} kind="coffee" title={words.coffeesOf} list={brand} items={items}>
      <OptionField
        label={words.brand}
        value={id}
        options={brands.map(({ _id, category_name }) => ({ value: _id, text: category_name }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
    </SortableSection>
  )
}

type SortableSectionProps = {
  kind: EntryKind
  title: string
  list: Pick<UseQueryResult, 'isLoadingError' | 'isFetching' | 'error' | 'refetch'>
  items: Sortable[] | undefined
  children?: ReactNode
}

function SortableSection({ kind, title, list, items, children }: SortableSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
      {items && items.length > 0 && <SortableList kind={kind} label={title} items={items} />}
      {items?.length === 0 && <p>{words.none}</p>}
      {list.isLoadingError && <LoadError title={words.failed} query={list} />}
      {!items && !list.isLoadingError && (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </section>
  )
}
