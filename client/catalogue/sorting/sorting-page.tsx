import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#client/lib/query.ts'
import { OptionField } from '#client/ui/fields.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { pages } from '#contract/pages.ts'
import type { Brand } from '#contract/catalogue.ts'
import './sorting.css'
import { sortableBrand, sortablePacket } from './move-in-list.ts'
import { SortableSection } from './sortable-section.tsx'
import { words } from './texts.ts'

/** The page `/menu/sort`, where admins change the order in which customers see brands, coffees and packets. */
export function SortingPage() {
  const brands = useQuery(callQuery('GET /allCoffee'))
  const packets = useQuery(callQuery('GET /allPacket'))
  return (
    <div className="page">
      <div className="mx-auto grid max-w-2xl gap-8">
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
          items={brands.data?.map(sortableBrand)}
        />
        {brands.data && brands.data.length > 0 && <CoffeesSection brands={brands.data} />}
        <SortableSection
          kind="packet"
          title={words.packets}
          list={packets}
          items={packets.data?.map(sortablePacket)}
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
  const items = brand.data?.coffees.map((coffee) => ({ id: coffee._id, name: coffee.name, img: coffee.img }))
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
