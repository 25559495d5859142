import { useQuery } from '@tanstack/react-query'
import type { DeletedEntry } from '#contract/shop-management.ts'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import { ShopTabs } from '../manage/manage-tabs.tsx'
import { texts } from '../manage/texts.ts'
import { DeletedCard } from './deleted-card.tsx'
import { words } from './texts.ts'

/** `/menu/deleted`: what any admin deleted in the last 30 days, and the way to restore it. */
export function DeletedPage() {
  const list = useQuery(callQuery('GET /deletedEntries'))
  return (
    <div className="page">
      <header className="manage-header">
        <PageTitle title={words.page}>{texts.shop}</PageTitle>
      </header>
      <ShopTabs />
      <h2 className="deleted-heading">{words.heading}</h2>
      {list.data && <DeletedList entries={list.data} />}
      {list.isPending && <Waiting />}
      {list.isLoadingError && (
        <ErrorState
          title={words.failed}
          error={list.error}
          retrying={list.isRefetching}
          onRetry={() => void list.refetch()}
        />
      )}
    </div>
  )
}

function DeletedList({ entries }: { entries: DeletedEntry[] }) {
  const rememberCard = useRowFocus(entries)
  if (entries.length === 0) {
    return (
      <EmptyState title={words.none}>
        <p>{words.noneNext}</p>
      </EmptyState>
    )
  }
  return (
    <>
      <p className="deleted-explanation">{words.explanation}</p>
      <ul className="manage-grid">
        {entries.map((entry) => (
          <DeletedCard key={entry._id} entry={entry} onRestore={() => rememberCard(entry)} />
        ))}
      </ul>
    </>
  )
}

function Waiting() {
  return (
    <div className="manage-grid" role="status" aria-label={words.loading}>
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  )
}
