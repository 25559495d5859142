import type { MouseEvent } from 'react'
import { homeSections, pages } from '#contract/pages.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { SitePicture } from './site-picture.tsx'
import { texts, words } from './texts.ts'

/**
 * The large picture at the top with one sentence and two buttons. About Us leads to the story, or to the contact page
 * if the page has no `story`. It is dark in both colour schemes, so it always has the colours of the dark theme.
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

/** Scrolls to the heading that the link refers to and focuses it. Adds no entry to the history. */
function scrollToHeading(event: MouseEvent<HTMLAnchorElement>): void {
  const heading = document.getElementById(event.currentTarget.hash.slice(1))
  if (!heading) return
  event.preventDefault()
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading.scrollIntoView({ behavior: isReduced ? 'instant' : 'smooth' })
  heading.focus({ preventScroll: true })
}
