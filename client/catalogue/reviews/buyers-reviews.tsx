import { useQuery } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { useOnDemand } from '#client/ui/use-on-demand.ts'
import { Ratting } from '#client/ui/ratting.tsx'
import type { OwnReview as OwnReviewData, Review, Reviews } from '#contract/reviews.ts'
import { dateText } from '#contract/values/dates/date-texts.ts'
import { words } from '../texts.ts'

/** What buyers say about a coffee. Who has bought it can say something, too. Left out if there is nothing of both. */
export function BuyersReviews({ coffeeId, reviews }: { coffeeId: string; reviews: Reviews }) {
  const { user } = useSession()
  const { data: own } = useQuery({
    ...callQuery('GET /myReview/{id}', { params: { id: coffeeId } }),
    enabled: user !== null,
  })
  const canReview = user !== null && own?.hasBought === true
  if (reviews.count === 0 && !canReview) return null
  return (
    <section className="buyers-reviews" aria-labelledby="reviews">
      <h2 id="reviews">{words.reviews}</h2>
      {reviews.count > 0 && (
        <div className="cluster">
          <Ratting label={words.rating} value={reviews.average} />
          <span className="soft small">{words.fromBuyers(reviews.count)}</span>
        </div>
      )}
      {canReview && <OwnReview coffeeId={coffeeId} review={own.review} />}
      <ul>
        {reviews.newest.map((review) => (
          <li key={review._id}>
            <ReviewItem review={review} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const fetchForm = () => import('./review-form.tsx').then((script) => script.ReviewForm)

/** A button that opens the form, and whether others see the review that the customer has written. */
function OwnReview({ coffeeId, review }: { coffeeId: string; review: OwnReviewData | null }) {
  const { Shown: Form, busy, open, close } = useOnDemand(fetchForm)
  if (Form) return <Form coffeeId={coffeeId} review={review} onSaved={close} />
  return (
    <div className="own-review">
      {review && <p role="status">{words.ownReview[review.state]}</p>}
      <Button tone="quiet" busy={busy} onClick={open}>
        {review ? words.changeReview : words.writeReview}
      </Button>
    </div>
  )
}

function ReviewItem({ review: { name, stars, text, brewedWith, writtenOn } }: { review: Review }) {
  return (
    <article>
      <Ratting label={words.rating} value={stars} />
      <p className="review-text">{text}</p>
      <p className="soft small">
        {[name, words.boughtHere, brewedWith && words.brewedWith(brewedWith), dateText(writtenOn)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </article>
  )
}
