import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { chosenSize } from '#contract/values/product-pages.ts'
import { NewGift } from './new-gift.tsx'
import { words } from './texts.ts'

/** The page `/gift/new/{id}`, on which a subscription to the coffee with this id is bought as a gift. */
export function NewGiftPage() {
  const { id = '' } = useParams()
  const query = useQuery(callQuery('GET /coffee/{id}', { params: { id } }))
  const coffee = query.data && chosenSize(query.data)
  return (
    <div className="page">
      <PageTitle title={words.newTitle}>{words.newTitle}</PageTitle>
      <div className="@container mt-4">
        {coffee && <NewGift coffee={coffee} />}
        {query.isPending && <Skeleton className="h-96" />}
        {query.isLoadingError && <LoadError title={words.failed} query={query} />}
      </div>
    </div>
  )
}
