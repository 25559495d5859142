import { useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { api, errorText } from '#client/lib/api.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { showError } from '#client/ui/toasts.tsx'
import { invalidateCatalogue } from '../manage/catalogue-cache.ts'
import type { Sortable } from './move-in-list.ts'
import { SortableList } from './sortable-list.tsx'
import { words } from './texts.ts'

type SortableSectionProps = {
  kind: 'brand' | 'coffee' | 'packet'
  title: string
  list: Pick<UseQueryResult, 'isLoadingError' | 'isFetching' | 'error' | 'refetch'>
  items: Sortable[] | undefined
  children?: ReactNode
}

/** A heading with a list that can be sorted. */
export function SortableSection({ kind, title, list, items, children }: SortableSectionProps) {
  const id = useId()
  const client = useQueryClient()

  async function save(item: Sortable, previous: string | null): Promise<boolean> {
    try {
      await api('PUT /entryPosition/{id}', { params: { id: item.id }, body: { kind, previous } })
      return true
    } catch (error) {
      showError(words.notMoved(item.name, errorText(error)))
      return false
    } finally {
      await invalidateCatalogue(client)
    }
  }

  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
      {items && items.length > 0 && <SortableList label={title} items={items} onMove={save} />}
      {items?.length === 0 && <p>{words.none}</p>}
      {list.isLoadingError && <LoadError title={words.failed} query={list} />}
      {!items && !list.isLoadingError && (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </section>
  )
}
