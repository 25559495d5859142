import { usePageState } from '#client/lib/page-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { homeSections, pages } from '#contract/pages.ts'
import { BagSection, CoffeeSection } from './category-sections.tsx'
import { Hero } from './hero.tsx'
import { ReviewSection } from './review-section.tsx'
import { SitePicture } from './site-picture.tsx'
import { texts, words } from './texts.ts'

/**
 * The home page. In the demo shop it has the five sections of specification section 2, in order. A real shop does not
 * show the story and the reviews, because they are invented.
 */
export function HomePage() {
  const { demo } = usePageState().settings
  return (
    <div className="home">
      <Hero story={demo} />
      <CoffeeSection />
      {demo && <StorySection />}
      <BagSection />
      {demo && <ReviewSection />}
    </div>
  )
}

/** The section with the story of the shop and a picture. */
function StorySection() {
  return (
    <section className="story" aria-labelledby={homeSections.story}>
      <div className="section wide">
        <SitePicture
          name="story"
          alt={words.storyPicture}
          sizes="(min-width: 64rem) 560px, 92vw"
          width={1200}
          height={900}
        />
        <div>
          <h2 id={homeSections.story} tabIndex={-1} className="section-title">
            {texts.story}
          </h2>
          {words.storyParagraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ButtonLink to={pages.contact} tone="quiet">
            {words.storyInvitation}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
