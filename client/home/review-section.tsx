import type { Testimonial } from '#contract/shop/profile.ts'
import { useShop } from '#client/lib/page-state.ts'
import { Icon } from '#client/ui/picture.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { specTexts, words } from './texts.ts'
import { useCarousel } from './use-carousel.ts'

/** A carousel of customer reviews. The shown review changes only when the user asks for another. */
export function ReviewSection() {
  const { testimonials } = useShop()
  const { index, moved, move, handlers } = useCarousel(testimonials.length)
  const shown = testimonials[index]
  return (
    <section
      className="section wide reviews"
      aria-labelledby="reviews"
      aria-roledescription="carousel"
      {...handlers}
    >
      <h2 id="reviews" className="section-title">
        {specTexts.reviews}
      </h2>
      <div className="grid">
        {testimonials.map((testimonial, place) => (
          <Slide
            // Two reviews may have the same text, and reviews never change their order while the page is shown.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            testimonial={testimonial}
            place={place}
            of={testimonials.length}
            current={place === index}
          />
        ))}
      </div>
      {testimonials.length > 1 && (
        <p className="slide-buttons">
          <Arrow label={words.previousReview} path="M14 5l-7 7 7 7" onClick={() => move(-1)} />
          <span aria-hidden="true">
            {index + 1} / {testimonials.length}
          </span>
          <Arrow label={words.nextReview} path="M10 5l7 7-7 7" onClick={() => move(1)} />
        </p>
      )}
      <p className="sr-only" aria-live="polite">
        {moved && shown && words.review(index + 1, testimonials.length, shown)}
      </p>
    </section>
  )
}

type SlideProps = { testimonial: Testimonial; place: number; of: number; current: boolean }

function Slide({ testimonial, place, of, current }: SlideProps) {
  const { name, from, quote, picture } = testimonial
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={words.place(place + 1, of)}
      className="slide"
      data-current={current || undefined}
    >
      {picture !== '' && <ProfilePicture src={picture} alt="" sizes="96px" width={256} height={256} />}
      <blockquote>{quote}</blockquote>
      <p className="guest">
        <strong>{name}</strong>
        {from !== '' && <span>{from}</span>}
      </p>
    </div>
  )
}

function Arrow({ label, path, onClick }: { label: string; path: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-outline btn-quiet size-12 rounded-full px-0"
      aria-label={label}
      onClick={onClick}
    >
      <Icon path={path} />
    </button>
  )
}
