import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import { CoffeeForm } from '../forms/coffee-form.tsx'
import { StockPanel } from '../stock/stock-panel.tsx'
import { EditPage, useEdited } from './edit-page.tsx'
import { useListQuery } from './entry-addresses.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryList, NoEntries } from './entry-list.tsx'
import { AddFrame, ListPage } from './manage-frame.tsx'
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
  const list = useQuery(callQuery('GET /packetName', { query: useListQuery() }))
  const { isEditing, edited, lastEditedRef } = useEdited(list.data)
  if (isEditing) {
    return (
      <EditPage page={pages.shopCoffees} name={edited?.name}>
        {(leave) =>
          edited && (
            <>
              <CoffeeForm key={edited._id} coffee={edited} onDone={leave} />
              <StockPanel id={edited._id} hasWeight={edited.weight !== undefined} />
            </>
          )
        }
      </EditPage>
    )
  }
  const none = (
    <NoEntries
      noun={words.coffee}
      next={words.coffeeNext}
      page={pages.shopCoffees}
      addPage={pages.addCoffee}
    />
  )
  return (
    <ListPage noun={words.coffee} page={pages.shopCoffees} addPage={pages.addCoffee} list={list}>
      {(coffees) => (
        <EntryList
          kind="coffee"
          noun={words.coffee}
          all={coffees}
          textOf={({ name, category_name }) => `${name} ${category_name}`}
          none={none}
          lastEditedRef={lastEditedRef}
        >
          {(coffee, { eager, deleteEntry }) => (
            <EntryCard
              entry={coffee}
              page={pages.shopCoffees}
              name={coffee.name}
              img={coffee.img}
              ratting={coffee.ratting}
              price={coffee.price}
              note={coffee.category_name}
              weight={coffee.weight}
              eager={eager}
              deleteText={specTexts.delete}
              onDelete={() => deleteEntry({ _id: coffee._id, name: coffee.name })}
            />
          )}
        </EntryList>
      )}
    </ListPage>
  )
}
