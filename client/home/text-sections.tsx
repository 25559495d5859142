import { useId } from 'react'
import { useShop } from '#client/lib/page-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { homeSections, pages } from '#contract/pages.ts'
import type { HomeSection } from '#contract/shop/home.ts'
import { ProfilePicture } from './profile-picture.tsx'

/** The story of the shop, if the owner has written one. */
export function StorySection({ section }: { section: HomeSection }) {
  const { story } = useShop()
  return story.text === '' ? null : <TextBand id={homeSections.story} section={{ ...section, ...story }} />
}

/** A text of the owner with a picture, if there is one. */
export function TextSection({ section }: { section: HomeSection }) {
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
