import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { callQuery } from '#client/lib/query.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { useAfterPause } from '#client/lib/use-after-pause.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { pages } from '#contract/pages.ts'
import { MAX_SEARCH_TEXT } from '#contract/values/facts/coffee-list.ts'
import { HitText } from './hit-text.tsx'
import type { ShownHit } from './hit-text.tsx'
import { words } from './texts.ts'
import './find-box.css'

/**
 * The search of the dashboard: a combobox whose list shows what was found while one types
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The key `/` focuses it, and Enter opens the marked result, at first
 * the best one. If the results are still on their way, it opens the best one when they have arrived.
 */
export function FindBox() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const results = useHits(typed)
  const list = useOpenList({ typed, setTyped, ...results })
  const isAdmin = useMayOpen()(pages.fullOrders)
  useSlash(input)
  return (
    <div className="find-box" role="search" aria-label={words.landmark} onBlur={list.close}>
      <Icon path="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.3 15.3l5.2 5.2" strokeWidth={1.5} />
      <input
        ref={input}
        type="search"
        role="combobox"
        className="input"
        aria-label={isAdmin ? words.label : words.labelForPackers}
        aria-expanded={list.shown.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={list.shown.length > 0 && results.isSettled ? `${id}-${list.at}` : undefined}
        aria-keyshortcuts="/"
        placeholder={words.hint}
        autoComplete="off"
        maxLength={MAX_SEARCH_TEXT}
        value={typed}
        onChange={({ target }) => list.type(target.value)}
        onFocus={list.open}
        onKeyDown={list.press}
      />
      <kbd aria-hidden="true">{words.key}</kbd>
      {/* A press of the mouse would take the focus from the field, which closes the list before the click. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="popup find-hits" hidden={!list.isShown} onMouseDown={(event) => event.preventDefault()}>
        <p role="status" className="soft small">
          {list.isShown && statusText(typed.trim(), results)}
        </p>
        <div role="listbox" id={id} aria-label={words.list}>
          {list.shown.map((hit, index) => (
            <PageLink
              key={`${hit.kind} ${hit.id}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={results.isSettled && index === list.at}
              tabIndex={-1}
              to={addressOf(hit)}
              onClick={list.empty}
            >
              <HitText hit={hit} />
            </PageLink>
          ))}
        </div>
      </div>
    </div>
  )
}

type Results = { hits: ShownHit[] | undefined; isSettled: boolean; isSlow: boolean; isFailed: boolean }
type Typed = { typed: string; setTyped: (text: string) => void }

/** The list of results: whether it is open, which result is marked, and what the keys do. */
function useOpenList({ typed, setTyped, hits, isSettled, isSlow, isFailed }: Results & Typed) {
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const navigate = useNavigate()
  const isShown = isOpen && typed.trim() !== '' && (hits !== undefined || isSlow || isFailed)
  const shown = isShown && hits ? hits : []
  const close = () => {
    setOpen(false)
    setEntered(false)
  }
  const empty = () => {
    close()
    setTyped('')
  }
  const openEntered = useEffectEvent(() => {
    if (!isEntered || !isSettled) return
    const chosen = hits?.[at]
    setEntered(false)
    if (!chosen) return
    empty()
    navigate(addressOf(chosen))
  })
  useEffect(() => openEntered(), [isEntered, isSettled])
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setEntered(false)
    setAt(0)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => {
      setOpen(true)
      setEntered(typed.trim() !== '')
    },
    ...(isShown && { Escape: close }),
  }
  function move(step: number): void {
    setOpen(true)
    if (shown.length > 0 && isSettled) setAt((at + step + shown.length) % shown.length)
  }
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return { isShown, shown, at, type, press, close, empty, open: () => setOpen(true) }
}

/** How long results may take before the list says that they are on their way, and shows those of the text before no more, in ms. */
const SLOW_MS = 200

/**
 * Searches when nothing was typed for a moment. `isSettled` says whether the results are those of the typed text, and `isSlow`
 * that these take long: there are no `hits` then.
 */
function useHits(typed: string): Results {
  const text = useAfterPause(typed.trim())
  const { data, isError, isPlaceholderData, isFetching } = useQuery({
    ...callQuery('GET /find', { query: { q: text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const hits: ShownHit[] | undefined = text === '' || isError ? undefined : data
  const isSettled = text === typed.trim() && hits !== undefined && !isPlaceholderData && !isFetching
  const isSlow = useAfter(SLOW_MS, isFetching && (!hits || isPlaceholderData))
  return { hits: isSlow ? undefined : hits, isSettled, isSlow, isFailed: isError && !isFetching }
}

/** Returns whether `isOn` has been true for a time in ms. */
function useAfter(ms: number, isOn: boolean): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setOver(true), ms)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [isOn, ms])
  return isOn && isOver
}

/** Focuses the field when `/` is pressed outside of a field. */
function useSlash(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const left = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        const { target, key, ctrlKey, metaKey, altKey } = event
        const isTyping =
          target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog')
        if (key !== '/' || ctrlKey || metaKey || altKey || isTyping) return
        event.preventDefault()
        input.current?.focus()
        input.current?.select()
      },
      left,
    )
    return () => left.abort()
  }, [input])
}

function statusText(text: string, { hits, isSettled, isFailed }: Results): string {
  if (isFailed) return words.failed
  if (!hits || (hits.length === 0 && !isSettled)) return words.searching
  return hits.length > 0 ? words.found(hits.length) : words.none(text)
}

function addressOf({ kind, id, email = '', after = '' }: ShownHit): string {
  if (kind === 'order') return pages.fullOrder(id)
  if (kind === 'account') return `${pages.users}?${new URLSearchParams({ email })}`
  if (kind === 'message') return `${pages.messages}?${new URLSearchParams({ page: '2', after })}`
  return kind === 'coffee' ? pages.coffee(id) : pages.bagDetails(id)
}
