import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { PageSettings } from '#contract/pages.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'

type PageTitleProps = {
  /**
   * The title of the page in the browser tab, or '' on the home page. It is also the text of the heading, unless
   * `children` is given.
   */
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
  const tabTitle = pageTitle(title, usePageState().settings)
  useEffect(() => {
    // In the preview of a page, the heading is in the document of a frame.
    if (heading.current) heading.current.ownerDocument.title = tabTitle
  }, [tabTitle])
  useEffect(() => {
    if (heading.current) arrive(heading.current)
  }, [arrive])
  return (
    <h1 ref={heading} tabIndex={-1} className={hidden ? 'sr-only' : 'page-title'}>
      {children ?? title}
    </h1>
  )
}

/**
 * Returns the title of the browser tab: the title of the page together with the name of the shop. The home page has the
 * title '', and shows the name of the shop with its tagline.
 */
export function pageTitle(title: string, { demo, shop }: Pick<PageSettings, 'demo' | 'shop'>): string {
  const { name, tagline } = shop
  if (title !== '') return `${title} · ${name}`
  if (demo) return `${name}, small-batch coffee`
  return tagline === '' ? name : `${name} · ${tagline}`
}

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
