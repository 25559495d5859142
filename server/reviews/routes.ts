import { Problem } from '#contract/errors.ts'
import { reviewCalls } from '#contract/reviews.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { readOwnReview, saveReview } from './own-review.ts'
import { presentListedReview, reviewList } from './read-reviews.ts'

export function reviewRoutes(setup: CallsSetup, { database }: { database: ShopDatabase }): void {
  serveCalls(setup, reviewCalls, {
    'GET /myReview/{id}': ({ caller, params: { id } }) => readOwnReview(database, { id, caller }),
    'PUT /myReview/{id}': ({ caller, params: { id }, body }) => saveReview(database, { id, caller }, body),
    'GET /reviews': async (request) =>
      (await servePage(database, reviewList, request)).map(presentListedReview),
    'PUT /reviews/{id}': ({ caller, params: { id }, body: { state } }) =>
      database.write(async ({ tx, publish }) => {
        const changed = tx
          .updateTable('reviews')
          .set({ state })
          .where('id', '=', id)
          .returning('product_name')
        const review = await changed.executeTakeFirst()
        if (!review) return new Problem('not-found')
        const action = state === 'shown' ? 'showed review' : 'hid review'
        await writeAudit(tx, caller, { action, subject: review.product_name })
        publish({ type: 'catalogue-changed' })
        return { acknowledged: true, modifiedCount: 1 }
      }),
  })
}
