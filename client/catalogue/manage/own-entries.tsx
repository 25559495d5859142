import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ComponentType } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/states.tsx'
import type { Entry, EntryKind } from '../entries/entry-kind.ts'
import type { EntryFormProps } from '../entries/use-entry-form.ts'
import { EditEntry } from './edit-entry.tsx'
import { EntryList } from './entry-list.tsx'
import './manage.css'
import { ShopPage } from './shop-page.tsx'
import { words } from './texts.ts'
import { EDITED } from './use-editing.ts'
import { useEveryone } from './use-whose.ts'

type OwnEntriesProps<Sent> = {
  kind: EntryKind<Sent>
  list: UseQueryResult<Entry<Sent>[]>
  EditForm: ComponentType<EntryFormProps<Sent>>
}

/** The entries of one kind in all states; an id in the address opens that entry's form instead of the list. */
export function OwnEntries<Sent>({ kind, list, EditForm }: OwnEntriesProps<Sent>) {
  const edited = new URLSearchParams(useLocation().search).get(EDITED)
  const everyone = useEveryone()
  const lastEditedRef = useRef<string>(null)
  useEffect(() => {
    lastEditedRef.current = edited ?? lastEditedRef.current
  }, [edited])
  if (list.data && edited !== null) {
    return <EditEntry kind={kind} entry={list.data.find(({ _id }) => _id === edited)} EditForm={EditForm} />
  }
  return (
    <ShopPage kind={kind}>
      {list.data && <EntryList kind={kind} all={list.data} lastEditedRef={lastEditedRef} />}
      {list.isPending && <Waiting />}
      {list.isLoadingError && (
        <ErrorState
          title={words.failed(kind.noun, everyone)}
          error={list.error}
          retrying={list.isRefetching}
          onRetry={() => void list.refetch()}
        />
      )}
    </ShopPage>
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
