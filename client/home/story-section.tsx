import { homeSections, pages } from '#contract/pages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { SitePicture } from './site-picture.tsx'
import { texts, words } from './texts.ts'

/** Who we are, beside a picture of it. */
export function StorySection() {
  return (
    <section className="story" aria-labelledby={homeSections.story}>
      <div className="story-inner">
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
