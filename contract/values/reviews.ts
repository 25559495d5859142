/** The states of a review: it waits for the owner's look, visitors see it, or the owner has hidden it. */
export const reviewStates = ['waiting', 'shown', 'hidden'] as const

export type ReviewState = (typeof reviewStates)[number]

/** The maximum lengths of the parts of a review in characters. */
export const REVIEW_LENGTH = { text: 2000, brewedWith: 40 }

/** The number of reviews on the page of a coffee. */
export const REVIEWS_SHOWN = 20
