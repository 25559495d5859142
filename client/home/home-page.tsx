import { usePageState, useShop } from '#client/lib/page-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { homeSections, pages } from '#contract/pages.ts'
import { BagSection, CoffeeSection } from './category-sections.tsx'
import { Hero } from './hero.tsx'
import { ReviewSection } from './review-section.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { specTexts, words } from './texts.ts'

/**
 * The home page with the five sections of specification section 2, in order. The story and the reviews are left out if
 * the owner has written none.
 */
export function HomePage() {
  const { story, testimonials } = useShop()
  return (
    <div className="home">
      <Hero />
      <CoffeeSection />
      {story.text !== '' && <StorySection />}
      <BagSection />
      {testimonials.length > 0 && <ReviewSection />}
    </div>
  )
}

/** The section with the story of the shop and, if there is one, its picture. */
function StorySection() {
  const { demo, shop } = usePageState().settings
  const { text, picture, pictureText } = shop.story
  return (
    <section className="story" aria-labelledby={homeSections.story}>
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
          <h2 id={homeSections.story} tabIndex={-1} className="section-title">
            {specTexts.story}
          </h2>
          {paragraphsOf(text).map((paragraph, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <p key={at}>{paragraph}</p>
          ))}
          <ButtonLink to={pages.contact} tone="quiet">
            {demo ? words.demoInvitation : words.invitation}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** Returns the paragraphs of a text. They are separated by empty lines. */
function paragraphsOf(text: string): string[] {
  return text.trim().split(/\n\s*\n/)
}
