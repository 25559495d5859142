import { useQuery } from '@tanstack/react-query'
import { CoffeeGrid, gridOfFew } from '#client/catalogue/coffee/coffee-grid.tsx'
import { useShop } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { CardListStates } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'
import { BrandSection, FRESH, NothingYet, useSectionId } from './category-sections.tsx'
import type { SectionProps } from './category-sections.tsx'
import { words } from './texts.ts'

/** The maximum number of coffees that the home page shows. */
const MAX_SHOWN = 12

/**
 * The section with the first coffees that can be bought, and a link to all. If visitors must not see products, it has the
 * brands instead. Before the shop is open, admins see the section as visitors will see it.
 */
export function CoffeeSection({ section }: SectionProps) {
  const isForEveryone = useShop().productsFor === 'everyone'
  return isForEveryone ? <CoffeesToBuy section={section} /> : <BrandSection section={section} />
}

function CoffeesToBuy({ section }: SectionProps) {
  const id = useSectionId(section)
  const list = useQuery({ ...callQuery('GET /coffees', { query: {} }), staleTime: FRESH })
  const hasMore = list.data !== undefined && list.data.all > MAX_SHOWN
  return (
    <section className="section wide" aria-labelledby={id}>
      <div className="spread section-head">
        <h2 id={id} tabIndex={-1} className="section-title">
          {section.heading}
        </h2>
        {section.button !== '' && hasMore && (
          <PageLink to={pages.coffees} className="plain-link">
            {section.button}
          </PageLink>
        )}
      </div>
      <CardListStates
        list={list}
        grid="coffee-grid"
        cards={3}
        loading={words.loading}
        failed={words.coffeesFailed}
      >
        {({ coffees }) =>
          coffees.length > 0 ? (
            <CoffeeGrid
              coffees={coffees.slice(0, MAX_SHOWN)}
              heading="h3"
              pictureSizes="(min-width: 48rem) min(24rem, 30vw), 46vw"
              {...gridOfFew(coffees.length)}
            />
          ) : (
            <NothingYet title={words.coffeesEmpty} />
          )
        }
      </CardListStates>
    </section>
  )
}
