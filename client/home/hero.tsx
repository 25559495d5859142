import type { MouseEvent } from 'react'
import { homeSections, pages } from '#contract/pages.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { SitePicture } from './site-picture.tsx'
import { texts, words } from './texts.ts'

/**
 * The large picture at the top of the home page, with a title and two buttons. The About Us button leads to the story
 * section if `story` is true, otherwise to the contact page. The picture is dark, so its text and buttons use the
 * dark theme even if the rest of the page is light.
 */
export function Hero({ story }: { story: boolean }) {
  return (
    <section className="hero-banner" data-theme="roast">
      <SitePicture
        name="hero"
        alt=""
        sizes="100vw"
        width={2000}
        height={1125}
        eager
        instead={{ name: 'hero-tall', media: '(max-width: 40rem)' }}
      />
      <div className="hero-words">
        <PageTitle title="Crema">{words.hero}</PageTitle>
        <p className="cluster mt-8 gap-3.5">
          <a href={`#${homeSections.coffees}`} className={buttonClasses('primary')} onClick={scrollToHeading}>
            {texts.buyCoffee}
          </a>
          <PageLink
            to={story ? `#${homeSections.story}` : pages.contact}
            className="btn btn-on-picture"
            onClick={scrollToHeading}
          >
            {texts.aboutUs}
          </PageLink>
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
