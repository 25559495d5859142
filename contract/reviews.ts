import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { exact, Id, IdParams, Modified, NOT_BLANK, oneOf, Text, Time } from './fields.ts'
import { NewestQuery } from './paging.ts'
import { REVIEW_LENGTH } from './values/limits.ts'
import { reviewStates } from './values/states.ts'

const Stars = Type.Integer({ minimum: 1, maximum: 5 })

/** What a buyer says about a coffee. `brewedWith` may be empty. */
const said = {
  stars: Stars,
  text: Type.String({ minLength: 1, maxLength: REVIEW_LENGTH.text, pattern: NOT_BLANK }),
  brewedWith: Text(REVIEW_LENGTH.brewedWith),
}

const signed = { _id: Id, name: Type.String(), ...said }

/** A review as visitors see it, with the first name of the buyer, and the date in the shop's time zone. */
export const Review = exact({ ...signed, writtenOn: Type.String() })

export type Review = Static<typeof Review>

/** The reviews of a coffee: how many there are, their average with one decimal, and the newest of them. */
export const Reviews = exact({ count: Type.Integer(), average: Type.Number(), newest: Type.Array(Review) })

export type Reviews = Static<typeof Reviews>

/** The caller's own review, which others see if its state is `shown`. */
export const OwnReview = exact({ ...said, state: oneOf(reviewStates) })

export type OwnReview = Static<typeof OwnReview>

/** A review as admins see it. */
export const ListedReview = exact({
  ...signed,
  writtenAt: Time,
  productId: Id,
  productName: Type.String(),
  state: oneOf(reviewStates),
})

export type ListedReview = Static<typeof ListedReview>

export const reviewCalls = {
  'GET /myReview/{id}': {
    summary: 'Whether the caller has bought a coffee, and the caller’s review of it',
    access: 'signedIn',
    limit: 'read',
    params: IdParams,
    answer: exact({ hasBought: Type.Boolean(), review: Type.Union([OwnReview, Type.Null()]) }),
  },
  'PUT /myReview/{id}': {
    summary: 'Review a coffee that the caller has bought, or change the review',
    access: 'signedIn',
    limit: 'write',
    params: IdParams,
    body: exact(said),
    answer: OwnReview,
  },
  'GET /reviews': {
    summary: 'All reviews, newest first',
    access: 'admin',
    limit: 'read',
    query: NewestQuery,
    answer: Type.Array(ListedReview),
  },
  'PUT /reviews/{id}': {
    summary: 'Show a review to visitors, or hide it',
    access: 'admin',
    limit: 'write',
    params: IdParams,
    body: exact({ state: oneOf(['shown', 'hidden'] as const) }),
    answer: Modified,
  },
} as const satisfies CallTable
