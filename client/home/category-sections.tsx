import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { usePageState, useProductAddress, useShop } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { OwnersRatting } from '#client/ui/ratting.tsx'
import { CardListStates, EmptyState } from '#client/ui/states.tsx'
import { useShowMore } from '#client/ui/lists/use-show-more.tsx'
import { homeSections, pages } from '#contract/pages.ts'
import type { HomeSection } from '#contract/shop/home.ts'
import { words } from './texts.ts'

/** How long the lists that the server sends with the page count as fresh, in ms. Fresh lists are not fetched again. */
export const FRESH = 60_000

export type SectionProps = { section: HomeSection }

/** The section with all brands. The specification calls them coffee categories. */
export function BrandSection({ section }: SectionProps) {
  const list = useQuery({ ...callQuery('GET /allCoffee'), staleTime: FRESH })
  const addressOf = useProductAddress()
  return (
    <CardSection
      section={section}
      list={list}
      failed={words.coffeesFailed}
      empty={words.coffeesEmpty}
      card={({ _id, category_name, img, ratting }) => (
        <CategoryCard
          key={_id}
          name={category_name}
          img={img}
          to={addressOf(pages.coffeeDetails(_id), category_name)}
          action={section.button}
        >
          <OwnersRatting value={ratting} />
        </CategoryCard>
      )}
    />
  )
}

/**
 * The section of the home page with the bags of coffee, one card for each bag. The API calls a bag a packet. A real shop
 * without bags has no such section.
 */
export function BagSection({ section }: SectionProps) {
  const list = useQuery({ ...callQuery('GET /allPacket'), staleTime: FRESH })
  const addressOf = useProductAddress()
  const { demo } = usePageState().settings
  if (!demo && list.data?.length === 0) return null
  return (
    <CardSection
      section={section}
      list={list}
      failed={words.bagsFailed}
      empty={words.bagsEmpty}
      card={({ _id, category_name, img, name }) => (
        <CategoryCard
          key={_id}
          name={category_name}
          img={img}
          to={addressOf(pages.bagDetails(_id), name)}
          action={section.button}
        />
      )}
    />
  )
}

/**
 * Returns the id of the heading of a section. The first section with products of any kind has that of the coffees, to
 * which the hero, the header and the empty cart lead.
 */
export function useSectionId({ kind }: HomeSection): string {
  const first = useShop().home.find((section) => ['coffees', 'brands', 'bags'].includes(section.kind))
  return first?.kind === kind ? homeSections.coffees : `home-${kind}`
}

type CardSectionProps<T> = {
  section: HomeSection
  list: UseQueryResult<T[]>
  failed: string
  empty: string
  card: (item: T) => ReactNode
}

/** A section with a heading and a grid of cards: four in a row on large screens, two on small ones. */
function CardSection<T>({ section, list, failed, empty, card }: CardSectionProps<T>) {
  const id = useSectionId(section)
  return (
    <section className="section wide" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="section-title">
        {section.heading}
      </h2>
      <CardListStates list={list} grid="home-grid" cards={4} loading={words.loading} failed={failed}>
        {(items) => (items.length > 0 ? <Cards items={items} card={card} /> : <NothingYet title={empty} />)}
      </CardListStates>
    </section>
  )
}

export function NothingYet({ title }: { title: string }) {
  return (
    <EmptyState title={title}>
      <p>{words.emptyMore}</p>
    </EmptyState>
  )
}

/** The number of cards that are shown at first, and that the button Show more adds. It is a multiple of four. */
const CARDS = 48

function Cards<T>({ items, card }: { items: T[]; card: (item: T) => ReactNode }) {
  const { list, shown, more } = useShowMore(items, CARDS)
  return (
    <>
      <ul ref={list} className="home-grid">
        {shown.map(card)}
      </ul>
      {more}
    </>
  )
}

type CategoryCardProps = { name: string; img: string; to: string; action: string; children?: ReactNode }

/**
 * The card of a category. The stylesheet stretches the card's link over the whole card, so that a click anywhere on
 * the card follows the link.
 */
function CategoryCard({ name, img, to, action, children }: CategoryCardProps) {
  const id = useId()
  return (
    <li className="card home-card">
      <Picture src={img} alt="" sizes="(min-width: 80rem) 280px, (min-width: 64rem) 23vw, 46vw" />
      <div className="card-body">
        <h3 id={id} className="card-title">
          {name}
        </h3>
        {children}
        <ButtonLink to={to} tone="quiet" wide aria-describedby={id}>
          {action}
        </ButtonLink>
      </div>
    </li>
  )
}
