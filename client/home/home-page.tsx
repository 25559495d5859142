import type { ReactNode } from 'react'
import { useShop } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { HomeKind } from '#contract/shop/choices.ts'
import type { HomeSection } from '#contract/shop/home.ts'
import { BagSection, BrandSection } from './category-sections.tsx'
import { CoffeeSection } from './coffee-section.tsx'
import { Hero } from './hero.tsx'
import { ReviewSection } from './review-section.tsx'
import { StorySection, TextSection } from './text-sections.tsx'

/**
 * The home page with the sections that the owner has chosen, in the owner's order. A story, reviews and bags that do not
 * exist are left out. Without the hero, the name of the shop is an invisible heading.
 */
export function HomePage() {
  const { home, name } = useShop()
  return (
    <div className="home">
      {home.every(({ kind }) => kind !== 'hero') && (
        <PageTitle title="" hidden>
          {name}
        </PageTitle>
      )}
      {home.map((section, place) => {
        const Section = SECTIONS[section.kind]
        // The sections do not change their order while the page is shown, except in the preview, where they keep nothing.
        // oxlint-disable-next-line react/no-array-index-key
        return <Section key={place} section={section} />
      })}
    </div>
  )
}

const SECTIONS: Record<HomeKind, (props: { section: HomeSection }) => ReactNode> = {
  hero: Hero,
  coffees: CoffeeSection,
  brands: BrandSection,
  story: StorySection,
  bags: BagSection,
  reviews: ReviewSection,
  text: TextSection,
}
