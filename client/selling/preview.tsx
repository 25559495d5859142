import { useQuery } from '@tanstack/react-query'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { callQuery } from '#client/lib/query.ts'
import { words } from './texts.ts'

/**
 * The promise for an order that is placed now, for each way of delivery. It follows from the saved settings, not from
 * unsaved changes in the form.
 */
export function Preview() {
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
              <span className="block font-semibold break-words">{method}</span>
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
