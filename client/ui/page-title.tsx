import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useArrival } from '#client/lib/arrival.ts'

type PageTitleProps = {
  /** The page's name, in the browser's tab and, without `children`, on the page. */
  title: string
  children?: ReactNode
  /** Kept for those who listen only. */
  hidden?: boolean
}

/** The one h1 of a page: names the page, and takes the focus when somebody has come here by a link. */
export function PageTitle({ title, children, hidden = false }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrive = useArrival()
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
