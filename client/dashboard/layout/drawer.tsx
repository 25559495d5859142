import { useLayoutEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { look } from '#client/ui/button.tsx'
import { texts, words } from '../texts.ts'
import { SideMenu } from './side-menu.tsx'

/**
 * The side menu on small screens. The dialog is the browser's own: it keeps the focus inside, closes on Escape and
 * gives the focus back; a choice closes it before the focus moves on to the page.
 */
export function Drawer() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const close = () => dialog.current?.close()
  useLayoutEffect(close, [key])
  function closeOutside(event: MouseEvent) {
    if (event.target === dialog.current) close()
  }
  return (
    <>
      <button
        type="button"
        className={look('quiet')}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {texts.openDrawer}
      </button>
      {/* The click outside is a convenience beside Escape and the Close button. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <dialog ref={dialog} className="drawer" aria-label={words.menu} onClick={closeOutside}>
        <div className="drawer-inside">
          <button type="button" className={look('quiet')} onClick={close}>
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
