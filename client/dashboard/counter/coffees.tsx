import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { grams } from '#contract/values/orders/grams.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { useAfterPause } from '#client/lib/use-after-pause.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import type { ListedCoffee } from '#contract/catalogue.ts'
import { LIST_PAGE } from '#contract/values/facts/coffee-list.ts'
import { formatPrice } from '#contract/values/money.ts'
import { words } from './texts.ts'

type OnAdd = (product: { productId: string; name: string }) => void

/**
 * All coffees with a button for each size, or those that are found, of which Enter in the search adds the first one.
 * `isFocused` is whether the search begins with the focus.
 */
export function Coffees({ onAdd, isFocused }: { onAdd: OnAdd; isFocused: boolean }) {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) search.current?.focus()
  }, [isFocused])
  const [text, setText] = useState('')
  const wanted = useAfterPause(text.trim())
  const { coffees, failed, isLoading, isFound, more } = useCoffees(wanted)
  const addFirst = useAddFirst(coffees, isFound && wanted === text.trim(), (product) => {
    onAdd(product)
    search.current?.select()
  })
  return (
    <section aria-label={words.coffees} className="counter-coffees">
      <TextField
        ref={search}
        label={words.find}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          addFirst.forget()
        }}
        onKeyDown={({ key }) => key === 'Enter' && text.trim() !== '' && addFirst.ask()}
      />
      {failed && <LoadError title={words.failed} query={failed} />}
      <ul className="counter-buttons">
        {coffees.flatMap((coffee) =>
          coffee.sizes.map((size) => (
            <li key={size._id}>
              <SizeButton coffee={coffee} size={size} onAdd={onAdd} />
            </li>
          )),
        )}
      </ul>
      {isLoading && (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {!isLoading && !failed && coffees.length === 0 && <p role="status">{words.none}</p>}
      {more && (
        <Button tone="quiet" onClick={more}>
          {words.more}
        </Button>
      )}
    </section>
  )
}

/** Adds the first coffee that is left as soon as the search is over. Until then, it remembers that this was asked. */
function useAddFirst(coffees: ListedCoffee[], isSettled: boolean, onAdd: OnAdd) {
  const [isAsked, setAsked] = useState(false)
  const addAsked = useEffectEvent(() => {
    if (!isAsked || !isSettled) return
    setAsked(false)
    const first = coffees.flatMap(({ sizes }) => sizes).find(({ left }) => left !== 0)
    if (first) onAdd({ productId: first._id, name: first.name })
  })
  useEffect(() => addAsked(), [isAsked, isSettled])
  return { ask: () => setAsked(true), forget: () => setAsked(false) }
}

/** Returns the first pages of all coffees, or what is found if `wanted` is not empty. `more` loads another page. */
function useCoffees(wanted: string) {
  const [pages, setPages] = useState(1)
  const isSearch = wanted !== ''
  const listed = useQueries({
    queries: Array.from({ length: pages }, (_, at) =>
      callQuery('GET /coffees', { query: { page: String(at + 1) } }),
    ),
  })
  const found = useQuery({
    ...callQuery('GET /search', { query: { q: wanted, limit: String(LIST_PAGE) } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
    // A search that finds nothing returns the first coffees of the list.
    select: ({ how, coffees }) => ({ coffees: how === 'none' ? [] : coffees }),
  })
  const shown = isSearch ? [found] : listed
  const isMore = !isSearch && (listed[0]?.data?.total ?? 0) > pages * LIST_PAGE
  return {
    coffees: shown.flatMap(({ data }) => data?.coffees ?? []),
    failed: shown.find(({ isLoadingError }) => isLoadingError),
    isLoading: shown.some(({ isPending }) => isPending),
    isFound: isSearch && found.isSuccess && !found.isPlaceholderData,
    more: isMore ? () => setPages(pages + 1) : null,
  }
}

type Size = ListedCoffee['sizes'][number]

function SizeButton({ coffee, size, onAdd }: { coffee: ListedCoffee; size: Size; onAdd: OnAdd }) {
  const { _id: productId, weight, price, left, name } = size
  const currency = useCurrency()
  const packed = weight === undefined ? '' : grams(weight)
  const isNamed = spaced(name).endsWith(spaced(packed))
  return (
    <button
      type="button"
      className="counter-button"
      disabled={left === 0}
      onClick={() => onAdd({ productId, name })}
    >
      <span className="counter-picture">
        <Picture src={coffee.img} alt="" sizes="3.5rem" />
      </span>
      <span className="grid flex-1 min-w-0 wrap-anywhere">
        <span className="font-medium">{name}</span>{' '}
        <span className="small">
          {[!isNamed && packed, left === 0 ? words.soldOut : left !== undefined && words.left(left)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>{' '}
      <span className="price">{formatPrice(price, currency)}</span>
    </button>
  )
}

/** The space in a weight never breaks a line, and that in a name may. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')
