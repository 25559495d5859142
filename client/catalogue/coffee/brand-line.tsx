import { useProductAddress } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import type { CoffeePage } from '#contract/catalogue.ts'
import { pages } from '#contract/pages.ts'
import { words } from '../texts.ts'

/** The brand of a coffee, as a link to the page with all its coffees. */
export function BrandLine({ brand: { _id, category_name } }: { brand: NonNullable<CoffeePage['brand']> }) {
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
