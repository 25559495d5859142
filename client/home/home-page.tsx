import { useId } from 'react'
import type { ReactNode } from 'react'
import { useShop } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { HomeKind } from '#contract/shop/choices.ts'
import type { HomeSection } from '#contract/shop/home.ts'
import { BagSection, BrandSection } from './category-sections.tsx'
import { CoffeeSection } from './coffee-section.tsx'
import { Hero } from './hero.tsx'
import { ReviewSection } from './review-section.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { homeSections, pages } from '#contract/pages.ts'
import { ProfilePicture } from './profile-picture.tsx'

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

/** The story of the shop, if the owner has written one. */
function StorySection({ section }: { section: HomeSection }) {
  const { story } = useShop()
  return story.text === '' ? null : <TextBand id={homeSections.story} section={{ ...section, ...story }} />
}

/** A text of the owner with a picture, if there is one. */
function TextSection({ section }: { section: HomeSection }) {
  return <TextBand id={useId()} section={section} />
}

function TextBand({ id, section }: { id: string; section: HomeSection }) {
  const { heading, text, picture, pictureText, button } = section
  return (
    <section className="story" aria-labelledby={id}>
      <div className="section wide">
        {picture !== '' && (
          <ProfilePicture
            src={picture}
            alt={pictureText}
            sizes="(min-width: 64rem) 560px, 92vw"
            width={1200}
            height={900}
          />
        )}
        <div>
          <h2 id={id} tabIndex={-1} className="section-title">
            {heading}
          </h2>
          {paragraphsOf(text).map((paragraph, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <p key={at}>{paragraph}</p>
          ))}
          {button !== '' && (
            <ButtonLink to={pages.contact} tone="quiet">
              {button}
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  )
}

/** Returns the paragraphs of a text. They are separated by empty lines. */
function paragraphsOf(text: string): string[] {
  return text.trim().split(/\n\s*\n/)
}
