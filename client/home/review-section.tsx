import { Icon } from '#client/ui/picture.tsx'
import { SitePicture } from './site-picture.tsx'
import { testimonials, texts, words } from './texts.ts'
import type { Testimonial } from './texts.ts'
import { useCarousel } from './use-carousel.ts'

/** A carousel of three customer reviews. The shown review changes only when the user asks for another. */
export function ReviewSection() {
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
        {texts.reviews}
      </h2>
      <div className="grid">
        {testimonials.map((testimonial, place) => (
          <Slide key={testimonial.name} testimonial={testimonial} place={place} current={place === index} />
        ))}
      </div>
      <p className="slide-buttons">
        <Arrow label={words.previousReview} path="M14 5l-7 7 7 7" onClick={() => move(-1)} />
        <span aria-hidden="true">
          {index + 1} / {testimonials.length}
        </span>
        <Arrow label={words.nextReview} path="M10 5l7 7-7 7" onClick={() => move(1)} />
      </p>
      <p className="sr-only" aria-live="polite">
        {moved && shown && `Review ${index + 1} of ${testimonials.length}: ${shown.quote} ${shown.name}`}
      </p>
    </section>
  )
}

type SlideProps = { testimonial: Testimonial; place: number; current: boolean }

function Slide({ testimonial, place, current }: SlideProps) {
  const { name, from, quote, picture } = testimonial
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${place + 1} of ${testimonials.length}`}
      className="slide"
      data-current={current || undefined}
    >
      <SitePicture name={picture} alt="" sizes="96px" width={256} height={256} />
      <blockquote>{quote}</blockquote>
      <p className="guest">
        <strong>{name}</strong>
        <span>{from}</span>
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
