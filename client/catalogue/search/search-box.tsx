import { lazy, Suspense, useRef, useState } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { useShop } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { useEarlyInput } from '#client/lib/use-early-input.ts'
import { Icon } from '#client/ui/picture.tsx'
import { pages } from '#contract/pages.ts'
import { areProductsPublic } from '#contract/values/product-pages.ts'

/** Results while one types. Their script is loaded at the first focus. Without it, the browser submits the form. */
const Suggestions = lazy(() =>
  import('./suggestions.tsx').then(
    (script) => ({ default: script.Suggestions }),
    () => ({ default: () => null }),
  ),
)

/** The search in the header. Only those who may see the products have it. */
export function SearchBox() {
  const { likely } = useSession()
  const { pathname, search } = useLocation()
  const mayFind = areProductsPublic(useShop()) || likely
  const text = pathname === pages.search ? (new URLSearchParams(search).get('q') ?? '') : ''
  return mayFind ? <SearchForm key={`${pathname} ${search}`} text={text} /> : null
}

function SearchForm({ text }: { text: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [isUsed, setUsed] = useState(false)
  const start = () => setUsed(true)
  useEarlyInput(() => {
    if (form.current?.contains(document.activeElement)) start()
  })
  return (
    <form ref={form} className="search-box" role="search" action={pages.search} onFocus={start}>
      <label>
        <Icon path="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.3 15.3l5.2 5.2" strokeWidth={1.5} />
        <span className="sr-only">Search coffees</span>
        <input
          type="search"
          name="q"
          defaultValue={text}
          placeholder="Name, taste, origin"
          autoComplete="off"
        />
      </label>
      {isUsed && (
        <Suspense>
          <Suggestions form={form} />
        </Suspense>
      )}
    </form>
  )
}
