import type { MouseEvent } from 'react'
import { homeSections, pages } from '#contract/pages.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { useShop } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { specTexts } from './texts.ts'

/**
 * The large picture at the top of the home page, with a sentence of the owner's and two buttons. Without a sentence, the
 * name of the shop is shown. The About Us button leads to the story section if there is a story, otherwise to the
 * contact page. The picture is dark, so its text and buttons use the dark theme even if the rest of the page is light.
 */
export function Hero() {
  const { hero, story, name } = useShop()
  const { picture, sentence } = hero
  return (
    <section className={picture === '' ? 'hero-banner plain' : 'hero-banner'} data-theme="roast">
      {picture !== '' && (
        <ProfilePicture
          src={picture}
          alt=""
          sizes="100vw"
          width={2000}
          height={1125}
          eager
          instead={picture === 'site:hero' ? TALL : undefined}
        />
      )}
      <div className="hero-words">
        <PageTitle title="">{sentence || name}</PageTitle>
        <p className="cluster mt-8 gap-3.5">
          <a href={`#${homeSections.coffees}`} className={buttonClasses('primary')} onClick={scrollToHeading}>
            {specTexts.buyCoffee}
          </a>
          <PageLink
            to={story.text !== '' ? `#${homeSections.story}` : pages.contact}
            className="btn btn-on-picture"
            onClick={scrollToHeading}
          >
            {specTexts.aboutUs}
          </PageLink>
        </p>
      </div>
    </section>
  )
}

/** The demo shop has another picture for phones. */
const TALL = { name: 'hero-tall', media: '(max-width: 40rem)' }

/** Scrolls to the heading that the hash of the link names, and focuses the heading. Adds no history entry. */
function scrollToHeading(event: MouseEvent<HTMLAnchorElement>): void {
  const heading = document.getElementById(event.currentTarget.hash.slice(1))
  if (!heading) return
  event.preventDefault()
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading.scrollIntoView({ behavior: isReduced ? 'instant' : 'smooth' })
  heading.focus({ preventScroll: true })
}
