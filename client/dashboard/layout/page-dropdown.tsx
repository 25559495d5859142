import { useLayoutEffect, useRef } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { words } from '../texts.ts'
import { linkOf } from './dashboard-links.ts'
import { SideMenu } from './side-menu.tsx'

const LIST = 'dashboard-pages'

/** The mobile dropdown: says which page is open and offers the others. Escape and a click outside are the browser's. */
export function PageDropdown() {
  const list = useRef<HTMLDivElement>(null)
  const { key, pathname } = useLocation()
  useLayoutEffect(() => {
    if (list.current?.matches(':popover-open')) list.current.hidePopover()
  }, [key])
  return (
    <>
      <button type="button" className="dropdown-button" popoverTarget={LIST}>
        <span className="sr-only">{words.now} </span>
        {linkOf(pathname)?.text ?? words.pages}
        <svg viewBox="0 0 12 8" aria-hidden="true">
          <path d="M1 1.5l5 5 5-5" />
        </svg>
      </button>
      <div id={LIST} ref={list} popover="auto" className="dropdown">
        <nav aria-label={words.pages}>
          <SideMenu />
        </nav>
      </div>
    </>
  )
}
