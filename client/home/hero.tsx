import type { MouseEvent } from 'react'
import { homeSections, pages } from '#contract/pages.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { useHasStory, useShop } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { HomeSection } from '#contract/shop/home.ts'
import { ProfilePicture } from './profile-picture.tsx'

/**
 * The top of the home page: a sentence of the owner's and two buttons, beside a picture if there is one. Without a
 * sentence, the name of the shop is shown with its tagline. The second button leads to the story section if there is a
 * story, otherwise to the contact page. The ground is dark, so the dark theme is used even if the rest of the page is light.
 */
export function Hero({ section }: { section: HomeSection }) {
  const { hero, name, tagline } = useShop()
  const { picture, sentence } = hero
  const hasStory = useHasStory()
  return (
    <section className={picture === '' ? 'hero-banner plain' : 'hero-banner'} data-theme="roast">
      {picture !== '' && (
        <ProfilePicture
          src={picture}
          alt=""
          sizes="(min-width: 64rem) 55vw, 100vw"
          width={2000}
          height={1125}
          eager
        />
      )}
      <div className="hero-words">
        <PageTitle title="">{sentence || name}</PageTitle>
        {sentence === '' && tagline !== '' && <p>{tagline}</p>}
        <p className="cluster">
          {section.button !== '' && (
            <a
              href={`#${homeSections.coffees}`}
              className={buttonClasses('primary')}
              onClick={scrollToHeading}
            >
              {section.button}
            </a>
          )}
          {section.other !== '' && (
            <PageLink
              to={hasStory ? `#${homeSections.story}` : pages.contact}
              className={buttonClasses('quiet')}
              onClick={scrollToHeading}
            >
              {section.other}
            </PageLink>
          )}
        </p>
      </div>
    </section>
  )
}

/** Scrolls to the heading that the hash of the link names, and focuses the heading. Adds no history entry. */
function scrollToHeading(event: MouseEvent<HTMLAnchorElement>): void {
  const heading = document.getElementById(event.currentTarget.hash.slice(1))
  if (!heading) return
  event.preventDefault()
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading.scrollIntoView({ behavior: isReduced ? 'instant' : 'smooth' })
  heading.focus({ preventScroll: true })
}
