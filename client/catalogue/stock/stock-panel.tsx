import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { StockForm } from './stock-form.tsx'
import { words } from './texts.ts'
import './stock.css'

type StockPanelProps = { id: string; hasWeight: boolean }

/**
 * The panel that shows and changes the stock of a product, below the form of its coffee or packet. A demo shop does not
 * have it.
 */
export function StockPanel(props: StockPanelProps) {
  if (usePageState().settings.demo) return null
  return <Panel {...props} />
}

function Panel({ id, hasWeight }: StockPanelProps) {
  const stock = useQuery(callQuery('GET /productStock/{id}', { params: { id } }))
  const heading = useId()
  return (
    <section className="panel stock-panel" aria-labelledby={heading} aria-busy={stock.isPending || undefined}>
      <h2 id={heading} className="text-xl">
        {words.heading}
      </h2>
      {stock.data && (
        <StockForm key={stock.data.stock?._id ?? 'none'} {...{ id, hasWeight }} shown={stock.data} />
      )}
      {stock.isPending && (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-48" />
        </div>
      )}
      {stock.isLoadingError && <LoadError title={words.failed} query={stock} />}
    </section>
  )
}
