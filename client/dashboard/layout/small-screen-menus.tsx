import { useLayoutEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { buttonClasses } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { texts, words } from '../texts.ts'
import { linkOf, SideMenu } from './side-menu.tsx'

/**
 * The dashboard's menu on small screens, in a modal dialog that a button opens. The browser keeps the focus inside
 * the dialog, closes the dialog on Escape and returns the focus to the button. A click on a link closes the dialog
 * before the focus moves to the new page.
 */
export function Drawer() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const close = () => dialog.current?.close()
  useLayoutEffect(close, [key])
  function closeOutside(event: MouseEvent): void {
    if (event.target === dialog.current) close()
  }
  return (
    <>
      <button
        type="button"
        className={buttonClasses('quiet')}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {texts.openDrawer}
      </button>
      {/* A click outside of the dialog closes it. Keyboard users have Escape and the Close button. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <dialog ref={dialog} className="drawer" aria-label={words.menu} onClick={closeOutside}>
        <div className="grid min-h-full content-start gap-5 p-5">
          <button type="button" className={`${buttonClasses('quiet')} justify-self-end`} onClick={close}>
            {words.closeDrawer}
          </button>
          <nav aria-label={words.menu}>
            <SideMenu />
          </nav>
        </div>
      </dialog>
    </>
  )
}

const LIST_ID = 'dashboard-pages'

/**
 * The dashboard's menu in a dropdown, for small screens. The button of the dropdown shows the text of the link that is
 * marked in the menu. The browser closes the dropdown on Escape and on a click outside.
 */
export function PageDropdown() {
  const list = useRef<HTMLDivElement>(null)
  const { key, pathname } = useLocation()
  useLayoutEffect(() => {
    if (list.current?.matches(':popover-open')) list.current.hidePopover()
  }, [key])
  return (
    <>
      <button type="button" className="icon-text dropdown-button" popoverTarget={LIST_ID}>
        <span className="sr-only">{words.now} </span>
        {linkOf(pathname)?.text ?? words.pages}
        <Icon
          path="M1 1.5l5 5 5-5"
          viewBox="0 0 12 8"
          strokeLinecap="butt"
          strokeLinejoin="miter"
          className="w-3 flex-none"
        />
      </button>
      <div id={LIST_ID} ref={list} popover="auto" className="popup dropdown">
        <nav aria-label={words.pages}>
          <SideMenu />
        </nav>
      </div>
    </>
  )
}
