import { api } from '#client/lib/api.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { pages } from '#contract/pages.ts'
import type { ListedReview } from '#contract/reviews.ts'
import { ChangeButton } from '../changes/change-button.tsx'
import { Mark, Moment } from '../marks/marks.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ACTION_WIDTH, TIME_WIDTH, useTable } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { MessagesHead, Text } from './inbox-page.tsx'
import { words } from './texts.ts'

const REVIEWS: TableSource<'GET /reviews'> = { call: 'GET /reviews', sorts: ['newest'], filters: [] }

const COLUMNS: readonly Column<ListedReview>[] = [
  {
    name: 'from',
    header: words.coffee,
    width: '14rem',
    narrow: '11rem',
    rowHeader: true,
    cell: ({ productId, productName, name, brewedWith }) => (
      <>
        <PageLink to={pages.coffee(productId)} className="link">
          {productName}
        </PageLink>
        <span className="block small font-normal">{[name, brewedWith].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  {
    name: 'text',
    header: words.review,
    cell: ({ stars, text }) => (
      <>
        <span className="block small">{words.stars(stars)}</span>
        <Text text={text} />
      </>
    ),
  },
  {
    name: 'status',
    header: words.status,
    width: '11rem',
    cell: ({ state }) => <Mark good={state === 'shown'}>{words.shown[state]}</Mark>,
  },
  { name: 'time', header: words.written, ...TIME_WIDTH, cell: ({ writtenAt }) => <Moment at={writtenAt} /> },
  { name: 'action', header: words.decide, ...ACTION_WIDTH, cell: (review) => <ShowOrHide review={review} /> },
]

/** The page `/dashboard/messages/reviews`: what buyers say about coffees. Visitors see what an admin shows. */
export function ReviewsPage() {
  return (
    <>
      <MessagesHead title={words.reviews} />
      <DataTable
        label={words.reviews}
        name="reviews-table"
        table={useTable(REVIEWS)}
        columns={COLUMNS}
        none={words.noReviews}
        noneMore={words.noReviewsMore}
      />
    </>
  )
}

function ShowOrHide({ review: { _id: id, state } }: { review: ListedReview }) {
  const next = state === 'shown' ? 'hidden' : 'shown'
  return (
    <ChangeButton
      of="catalogue"
      send={() => api('PUT /reviews/{id}', { params: { id }, body: { state: next } })}
      done=""
      aria-describedby={rowFocusId(id)}
    >
      {next === 'shown' ? words.show : words.hide}
    </ChangeButton>
  )
}
