import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from '#client/lib/router.tsx'

type PageTitleProps = {
  /** The page's name in the browser's tab and, without `children`, on the page. */
  title: string
  children?: ReactNode
  /** Only screen readers get the heading. */
  hidden?: boolean
}

/** The only h1 of a page. It names the browser's tab, and takes the focus after a navigation. */
export function PageTitle({ title, children, hidden = false }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrive = useContext(ArrivalContext)
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  useEffect(() => {
    if (heading.current) arrive(heading.current)
  }, [arrive])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'sr-only' : 'page-title'}>
      {children ?? title}
    </h1>
  )
}

/** The title of the browser's tab. */
export function pageTitle(title: string): string {
  return title === SHOP ? `${SHOP}, small-batch coffee` : `${title} · ${SHOP}`
}

const SHOP = 'Crema'

/** Called with the heading of a page when it is rendered. */
const ArrivalContext = createContext<(heading: HTMLElement) => void>(() => undefined)

/**
 * Moves the focus to the heading of each page that is opened by a link, as soon as the heading is rendered. A person
 * who has moved the focus in the time between keeps it.
 */
export function ArrivalProvider({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  const departure = useRef<{ key: string; from: Element | null; expected: boolean }>({
    key,
    from: null,
    expected: false,
  })
  useLayoutEffect(() => {
    if (departure.current.key === key) return
    departure.current = { key, from: document.activeElement, expected: true }
  }, [key])
  const arrive = useCallback((heading: HTMLElement) => {
    const { expected, from } = departure.current
    departure.current.expected = false
    const focused = document.activeElement
    if (expected && (!focused || focused === document.body || focused === from))
      heading.focus({ preventScroll: true })
  }, [])
  return <ArrivalContext value={arrive}>{children}</ArrivalContext>
}
