import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { HomeSection } from '#contract/shop/home.ts'
import type { Testimonial } from '#contract/shop/profile.ts'
import { useShop } from '#client/lib/page-state.ts'
import { Icon } from '#client/ui/picture.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { words } from './texts.ts'

/** What customers say about the shop, if there is anything. */
export function ReviewSection({ section }: { section: HomeSection }) {
  const { testimonials } = useShop()
  return testimonials.length > 0 && <Carousel title={section.heading} testimonials={testimonials} />
}

/** A carousel of customer reviews. The shown review changes only when the user asks for another. */
function Carousel({ title, testimonials }: { title: string; testimonials: Testimonial[] }) {
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
        {title}
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

/** The shortest horizontal movement of a finger, in CSS pixels, that counts as a swipe. */
const SWIPE = 40

/**
 * The state of a carousel with `count` slides. `handlers` are event handlers for the element of the carousel, so that
 * arrow keys and swipes change the slide. `moved` is true once the slide has been changed.
 */
function useCarousel(count: number) {
  const [{ index, moved }, setPlace] = useState({ index: 0, moved: false })
  const touch = useRef<{ x: number; y: number } | null>(null)
  /** After the last slide comes the first one again. */
  function move(step: -1 | 1) {
    setPlace((place) => ({ index: (place.index + step + count) % count, moved: true }))
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    event.preventDefault()
    move(event.key === 'ArrowRight' ? 1 : -1)
  }
  function onPointerDown(event: PointerEvent) {
    touch.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY }
  }
  function onPointerUp({ clientX, clientY }: PointerEvent) {
    const { x, y } = touch.current ?? { x: clientX, y: clientY }
    touch.current = null
    const across = clientX - x
    if (Math.abs(across) >= Math.max(SWIPE, Math.abs(clientY - y))) move(across < 0 ? 1 : -1)
  }
  function onPointerCancel() {
    touch.current = null
  }
  return { index, moved, move, handlers: { onKeyDown, onPointerDown, onPointerUp, onPointerCancel } }
}
