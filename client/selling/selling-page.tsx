import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import { CurrencySection } from './currency-section.tsx'
import { SellingForm } from './selling-form.tsx'
import { words } from './texts.ts'

/** The page `/dashboard/selling`: the settings for delivery, roasting, tax and the like. */
export function SellingPage() {
  const query = useQuery(callQuery('GET /selling'))
  return (
    <div className="selling">
      <PageTitle title={words.title} />
      <Preview />
      <CurrencySection />
      <FreshForm query={query} loading={words.loading} failed={words.failed}>
        {(loaded) => <SellingForm loaded={loaded} />}
      </FreshForm>
    </div>
  )
}

/**
 * The promise for an order that is placed now, for each way of delivery. It follows from the saved settings, not from
 * unsaved changes in the form.
 */
function Preview() {
  const { data } = useQuery(callQuery('GET /selling/promises'))
  if (!data) return null
  return (
    <section className="panel grid gap-2" aria-live="polite">
      <h2 className="text-xl">{words.previewTitle}</h2>
      {data.length === 0 && <p>{words.previewNone}</p>}
      <ul className="grid gap-2">
        {data.map(({ method, kind, promise }) => {
          const text = promiseText({ kind, promise })
          return (
            <li key={method}>
              <span className="block font-medium break-words">{method}</span>
              <span>{text === null ? words.noPromise : words.orderedNow(lowerFirst(text))}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
