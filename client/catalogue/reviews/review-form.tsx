import { useQueryClient } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { TextArea, TextField } from '#client/ui/fields.tsx'
import { SendingForm, useFirstFocus, useSendingForm } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import type { OwnReview } from '#contract/reviews.ts'
import { REVIEW_LENGTH } from '#contract/values/limits.ts'
import { words } from '../texts.ts'

const STARS = [5, 4, 3, 2, 1]

type ReviewFormProps = { coffeeId: string; review: OwnReview | null; onSaved: () => void }

export function ReviewForm({ coffeeId, review, onSaved }: ReviewFormProps) {
  const client = useQueryClient()
  const params = { id: coffeeId }
  const form = useSendingForm<{ stars: string; text: string; brewedWith: string }>(
    async ({ stars, ...said }) => {
      const saved = await api('PUT /myReview/{id}', { params, body: { ...said, stars: Number(stars) } })
      client.setQueryData(callQuery('GET /myReview/{id}', { params }).queryKey, {
        hasBought: true,
        review: saved,
      })
      showSuccess(words.reviewSaved)
      onSaved()
      setTimeout(restoreFocusToHeading)
      await client.invalidateQueries({ queryKey: ['GET /coffee/{id}'] })
    },
    {
      defaultValues: {
        stars: review ? String(review.stars) : '',
        text: review?.text ?? '',
        brewedWith: review?.brewedWith ?? '',
      },
    },
  )
  useFirstFocus(form, 'stars')
  const { error: starsError } = form.field('stars')
  return (
    <SendingForm form={form} button={words.sendReview} busyText={words.sendingReview}>
      <fieldset className="chips">
        <legend>{words.stars}</legend>
        {STARS.map((stars) => (
          <label key={stars} className="chip">
            <input
              type="radio"
              value={String(stars)}
              {...form.register('stars', { required: words.starsMissing })}
            />
            <span>{words.starsName(stars)}</span>
          </label>
        ))}
      </fieldset>
      {starsError && (
        <p role="alert" className="field-error">
          {starsError}
        </p>
      )}
      <TextArea
        label={words.reviewText}
        rows={4}
        {...form.field('text', {
          required: words.reviewTextMissing,
          maxLength: { value: REVIEW_LENGTH.text, message: words.reviewTooLong(REVIEW_LENGTH.text) },
          validate: (text) => text.trim() !== '' || words.reviewTextMissing,
        })}
      />
      <TextField
        label={words.brewer}
        hint={words.brewerHint}
        maxLength={REVIEW_LENGTH.brewedWith}
        {...form.field('brewedWith')}
      />
      <p className="soft small">{words.firstNameShown}</p>
    </SendingForm>
  )
}
