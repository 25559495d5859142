import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { callQuery } from '#client/lib/query.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { useAfterPause } from '#client/lib/use-after-pause.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import type { Calls } from '#contract/api.ts'
import type { AnswerOnPage } from '#contract/call.ts'
import type { Hit } from '#contract/dashboard.ts'
import { pages } from '#contract/pages.ts'
import { MAX_SEARCH_TEXT } from '#contract/values/facts/coffee-list.ts'
import { orderStateNames } from '#contract/values/states.ts'
import { Moment } from '../marks/marks.tsx'
import { words } from './texts.ts'
import './find-box.css'

type ShownHit = AnswerOnPage<Calls['GET /find']>[number] & Pick<Hit, 'email'>

/**
 * The search of the dashboard: a combobox whose list shows what was found while one types
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The key `/` focuses it, and Enter opens the marked result, at first
 * the best one. If the results are still on their way, it opens the best one when they have arrived.
 */
export function FindBox() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const navigate = useNavigate()
  const { hits, isSettled, isFailed } = useHits(typed)
  const isAdmin = useMayOpen()(pages.fullOrders)
  const isShown = isOpen && typed.trim() !== '' && (hits !== undefined || isFailed)
  useSlash(input)

  function close(): void {
    setOpen(false)
    setEntered(false)
  }
  function choose(hit: ShownHit): void {
    close()
    setTyped('')
    navigate(addressOf(hit))
  }
  const openEntered = useEffectEvent(() => {
    const best = hits?.[at]
    if (isEntered && isSettled && best) choose(best)
  })
  useEffect(() => openEntered(), [isEntered, isSettled])

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      setOpen(true)
      setEntered(typed.trim() !== '')
    }
    if (!step || !hits?.length) return
    event.preventDefault()
    setOpen(true)
    if (isShown) setAt((at + step + hits.length) % hits.length)
  }

  return (
    <div className="find-box" role="search" onBlur={close}>
      <input
        ref={input}
        type="search"
        role="combobox"
        className="input"
        aria-label={isAdmin ? words.label : words.labelForPackers}
        aria-expanded={isShown && hits !== undefined && hits.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isShown && hits?.[at] ? `${id}-${at}` : undefined}
        aria-keyshortcuts="/"
        placeholder={words.hint}
        autoComplete="off"
        maxLength={MAX_SEARCH_TEXT}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setOpen(true)
          setEntered(false)
          setAt(0)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={press}
      />
      <kbd aria-hidden="true">{words.key}</kbd>
      {/* A press of the mouse would take the focus from the field, which closes the list before the click. */}
      <div className="popup find-hits" hidden={!isShown} onPointerDown={(event) => event.preventDefault()}>
        <p role="status" className="soft small">
          {isShown && statusText(typed.trim(), hits, isFailed)}
        </p>
        <div role="listbox" id={id} aria-label={words.list}>
          {isShown &&
            hits?.map((hit, index) => (
              <PageLink
                key={`${hit.kind} ${hit.id}`}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                tabIndex={-1}
                to={addressOf(hit)}
                onClick={() => {
                  close()
                  setTyped('')
                }}
              >
                <HitText hit={hit} />
              </PageLink>
            ))}
        </div>
      </div>
    </div>
  )
}

/** Searches when nothing was typed for a moment. `isSettled` says whether the results are those of the typed text. */
function useHits(typed: string) {
  const text = useAfterPause(typed.trim())
  const { data, isError, isPlaceholderData, isFetching } = useQuery({
    ...callQuery('GET /find', { query: { q: text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const hits: ShownHit[] | undefined = text === '' || isError ? undefined : data
  const isSettled = text === typed.trim() && hits !== undefined && !isPlaceholderData && !isFetching
  return { hits, isSettled, isFailed: isError && !isFetching }
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

function statusText(text: string, hits: ShownHit[] | undefined, isFailed: boolean): string {
  if (isFailed || !hits) return words.failed
  return hits.length > 0 ? words.found(hits.length) : words.none(text)
}

function addressOf({ kind, id, email = '', after = '' }: ShownHit): string {
  if (kind === 'order') return pages.fullOrder(id)
  if (kind === 'account') return `${pages.users}?${new URLSearchParams({ email })}`
  if (kind === 'message') return `${pages.messages}?${new URLSearchParams({ page: '2', after })}`
  return kind === 'coffee' ? pages.coffee(id) : pages.bagDetails(id)
}

function HitText({ hit: { kind, title, number, state, at, note, email } }: { hit: ShownHit }) {
  return (
    <>
      <b>{title}</b>
      <span className="soft small">
        {words.kinds[kind](number)}
        {state && ` · ${orderStateNames[state]}`}
        {at !== undefined && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
        {note && ` · ${note}`}
        {kind !== 'order' && email && ` · ${email}`}
      </span>
    </>
  )
}
