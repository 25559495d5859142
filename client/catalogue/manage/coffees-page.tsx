import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { CoffeeForm } from '../forms/coffee-form.tsx'
import { StockPanel } from '../stock/stock-panel.tsx'
import { useListAddress } from './entry-addresses.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryListPage } from './entry-list-page.tsx'
import { AddFrame } from './manage-frame.tsx'
import { specTexts, words } from './texts.ts'

/**
 * The page `/dashboard/addProduct/coffeeName` with the form that adds a coffee (specification section 2, Add
 * Product).
 */
export function AddCoffeePage() {
  // After a coffee was added, a link to this same page is offered to add another coffee of the brand. `key` is new for
  // each visit, so that React mounts a new page.
  const { key } = useLocation()
  return (
    <AddFrame key={key} title={words.addCoffee}>
      <CoffeeForm />
    </AddFrame>
  )
}

/**
 * The page `/menu/coffee` with the coffees of the admin, or of all admins (specification section 2, Shop management).
 */
export function CoffeesPage() {
  return (
    <EntryListPage
      kind="coffee"
      list={useQuery(callQuery('GET /packetName', { query: useListAddress().query }))}
      nameOf={({ name }) => name}
      textOf={({ name, category_name }) => `${name} ${category_name}`}
      card={(coffee, { eager, deleteEntry }) => (
        <EntryCard
          entry={coffee}
          name={coffee.name}
          img={coffee.img}
          ratting={coffee.ratting}
          price={coffee.price}
          note={coffee.category_name}
          weight={coffee.weight}
          eager={eager}
          deleteText={specTexts.delete}
          onDelete={() => deleteEntry(coffee)}
        />
      )}
      form={(coffee, leave) => (
        <>
          <CoffeeForm key={coffee._id} coffee={coffee} onDone={leave} />
          <StockPanel id={coffee._id} hasWeight={coffee.weight !== undefined} />
        </>
      )}
    />
  )
}
