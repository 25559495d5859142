import { useState } from 'react'
import { useProductAddress } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { OwnersRatting } from '#client/ui/ratting.tsx'
import type { CoffeePage as Page, Product } from '#contract/catalogue.ts'
import { pages } from '#contract/pages.ts'
import { factRows } from '#contract/values/facts/in-words.ts'
import { chosenSize, pageCoffee } from '#contract/values/product-pages.ts'
import { BuyersReviews } from '../reviews/buyers-reviews.tsx'
import { words } from '../texts.ts'
import { BuyForm } from './buy-form.tsx'
import { CoffeeMore, RelatedCoffees } from './coffee-more.tsx'
import { FactsList } from './facts-list.tsx'
import { Picture } from '#client/ui/picture.tsx'

/** A coffee with its sizes. The name, the facts and the description are those of the size that was asked for. */
export function CoffeeDetails({ page }: { page: Page }) {
  const { sizes, related, reviews } = page
  const coffee = pageCoffee(page)
  const asked = chosenSize(page)
  const [chosen, choose] = useState(asked._id)
  // A size that was deleted while the page is open can no longer be chosen.
  const size = sizes.find(({ _id }) => _id === chosen) ?? asked
  const facts = asked.facts ?? coffee.facts ?? {}
  const rows = factRows(facts)
  const { brews = [] } = facts
  const about = asked.about || coffee.about
  // A description without facts stands beside the picture, where there would be little else.
  const isBare = rows.length === 0 && brews.length === 0
  return (
    <>
      <article className="coffee">
        <Gallery name={asked.name} pictures={picturesOf(coffee, size)} />
        <div className="coffee-choice">
          <Heading page={page} notes={facts.notes ?? []} ratting={size.ratting} />
          {isBare && <p className="coffee-about">{about}</p>}
          <FactsList rows={rows} />
          <BuyForm sizes={sizes} size={size} onChoose={choose} />
        </div>
        <CoffeeMore about={isBare ? '' : about} brews={brews} weight={size.weight} />
      </article>
      <BuyersReviews coffeeId={page._id} reviews={reviews} />
      <RelatedCoffees coffees={related} />
    </>
  )
}

/** The picture of the size comes first, then those of the coffee, each once. */
function picturesOf(coffee: Product, size: Product): string[] {
  return [...new Set([size.img, ...(size.pictures ?? []), coffee.img, ...(coffee.pictures ?? [])])]
}

function Heading({ page, notes, ratting }: { page: Page; notes: readonly string[]; ratting: number }) {
  return (
    <header>
      <PageTitle title={chosenSize(page).name} />
      {page.brand && <BrandLine brand={page.brand} />}
      {notes.length > 0 && <p className="coffee-notes">{notes.join(', ')}</p>}
      <OwnersRatting value={ratting} />
    </header>
  )
}

/** The brand of a coffee, as a link to the page with all its coffees. */
function BrandLine({ brand: { _id, category_name } }: { brand: NonNullable<Page['brand']> }) {
  const addressOf = useProductAddress()
  return (
    <p className="soft small">
      {words.ofBrand}{' '}
      <PageLink to={addressOf(pages.coffeeDetails(_id), category_name)} className="plain-link">
        {category_name}
      </PageLink>
    </p>
  )
}

/**
 * The pictures of a coffee. On a phone they lie side by side, and the next one can be swiped in. With a wide window the
 * first one is large and the others are below it. The name beside the first picture says what it shows.
 */
function Gallery({ name, pictures }: { name: string; pictures: readonly string[] }) {
  const [first = '', ...more] = pictures
  const sizes = '(min-width: 64rem) 36rem, (min-width: 48rem) 50vw, 90vw'
  if (more.length === 0)
    return (
      <div className="gallery">
        <Picture src={first} alt="" sizes={sizes} eager />
      </div>
    )
  return (
    <div
      className="gallery gallery-several"
      role="group"
      // A keyboard can scroll the pictures only if the group gets the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={words.pictures(pictures.length)}
    >
      <Picture src={first} alt={words.picture(name, 1)} sizes={sizes} eager />
      {more.map((src, index) => (
        <Picture key={src} src={src} alt={words.picture(name, index + 2)} sizes={sizes} />
      ))}
    </div>
  )
}
