import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { callQuery } from '#client/lib/query.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { useAfterPause } from '#client/lib/use-after-pause.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import type { ListedCoffee } from '#contract/catalogue.ts'
import { pages } from '#contract/pages.ts'
import { readSearchText, SUGGESTIONS, writeSearchText } from '#contract/values/facts/coffee-list.ts'
import { useCoffeeAddress } from '../coffee/coffee-card.tsx'
import { resultText } from './search-page.tsx'
import { words } from './texts.ts'
import './suggestions.css'

const MIN_LENGTH = 2

type SuggestionsProps = { form: RefObject<HTMLFormElement | null> }

/** The best results for what is typed, as links. The arrow keys lead from one to the next, and Escape closes them. */
export function Suggestions({ form }: SuggestionsProps) {
  const { typed, isOpen, close } = useSearchForm(form)
  const text = useAfterPause(typed)
  const { data } = useQuery({
    ...callQuery('GET /search', { query: { q: text, limit: String(SUGGESTIONS) } }),
    enabled: text.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  })
  if (!isOpen || !data || text.length < MIN_LENGTH) return null
  return (
    <div className="popup suggestions">
      <p role="status" className="soft small">
        {resultText(text, data)}
      </p>
      <ul>
        {data.coffees.map((coffee) => (
          <li key={coffee._id}>
            <Suggestion coffee={coffee} onChoose={close} />
          </li>
        ))}
      </ul>
      <PageLink to={pages.search + writeSearchText(text)} className="link icon-text" onClick={close}>
        {words.allFor(text)}
      </PageLink>
    </div>
  )
}

/** Listens to the form of the search: to what is typed, the keys, and its submission, which becomes a navigation. */
function useSearchForm(ref: SuggestionsProps['form']) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    const form = ref.current
    const input = form?.querySelector('input')
    if (!form || !input) return undefined
    const valueOf = () => readSearchText(writeSearchText(input.value))
    const left = new AbortController()
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      react: (event: HTMLElementEventMap[K]) => void,
    ) => form.addEventListener(type, react, left)
    const read = () => {
      setTyped(valueOf())
      setOpen(true)
    }
    listen('input', read)
    listen('focusin', () => setOpen(true))
    listen('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node) || !form.contains(relatedTarget)) setOpen(false)
    })
    listen('submit', (event) => {
      event.preventDefault()
      input.blur()
      navigate(pages.search + writeSearchText(valueOf()))
    })
    listen('keydown', (event) => {
      if (event.key === 'Escape') {
        input.focus()
        setOpen(false)
      }
      moveFocus(event, [input, ...form.querySelectorAll('a')])
    })
    read()
    return () => left.abort()
  }, [ref, navigate])
  return { typed, isOpen, close: () => setOpen(false) }
}

/** The arrow keys move the focus through the field and the links. */
function moveFocus(event: KeyboardEvent, stops: HTMLElement[]): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[(at + step + stops.length) % stops.length]?.focus()
}

function Suggestion({ coffee, onChoose }: { coffee: ListedCoffee; onChoose: () => void }) {
  const addressOf = useCoffeeAddress()
  const { name, img, notes, sizes } = coffee
  const [first] = sizes
  return (
    <PageLink to={addressOf(coffee)} className="suggestion" onClick={onChoose}>
      <Picture src={img} alt="" sizes="3rem" />
      <span>
        {name} <span className="soft small">{notes.slice(0, 3).join(', ')}</span>
      </span>
      {first && <Price price={first.price} />}
    </PageLink>
  )
}
