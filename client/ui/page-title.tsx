import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from '#client/lib/router.tsx'

type PageTitleProps = {
  /** The title of the page in the browser tab. It is also the text of the heading, unless `children` is given. */
  title: string
  children?: ReactNode
  /** If true, the heading is invisible, but screen readers read it. */
  hidden?: boolean
}

/**
 * The heading of a page, its only `h1`. The component also sets the title of the browser tab. The heading gets the
 * focus after a navigation.
 */
export function PageTitle({ title, children, hidden = false }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrive = useContext(ArrivalContext)
  useEffect(() => {
    // In the preview of a page, the heading is in the document of a frame.
    if (heading.current) heading.current.ownerDocument.title = pageTitle(title)
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

/** Returns the title of the browser tab: the title of the page together with the name of the shop. */
export function pageTitle(title: string): string {
  return title === SHOP ? `${SHOP}, small-batch coffee` : `${title} · ${SHOP}`
}

const SHOP = 'Crema'

/**
 * The function that `PageTitle` calls with its heading element after the heading was rendered. `ArrivalProvider`
 * provides it.
 */
const ArrivalContext = createContext<(heading: HTMLElement) => void>(() => undefined)

/**
 * Moves the focus to the heading of the new page after a navigation, as soon as the heading is rendered. If the user
 * has moved the focus in the meantime, the focus stays.
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
