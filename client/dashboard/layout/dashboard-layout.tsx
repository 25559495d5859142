import { useLayoutEffect, useRef } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { useShop } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { buttonClasses } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { ShopSign } from '#client/ui/shop/shop-logo.tsx'
import { pages } from '#contract/pages.ts'
import { useAdminEvents } from '../events/admin-events.ts'
import { Moment } from '../marks/marks.tsx'
import { specTexts, words } from '../texts.ts'
import './layout.css'
import { PageTop } from './page-top.tsx'
import { linkOf, SideMenu } from './side-menu.tsx'

/**
 * The layout of all pages of the dashboard, with a side menu. On small screens a dropdown and a drawer replace the
 * side menu. In a real shop this is the whole frame of these pages, so the name of the shop stands above the menu, and
 * there is no dropdown.
 */
export function DashboardLayout({ children }: { children?: ReactNode }) {
  const lostAt = useAdminEvents()
  const isDesk = useShop().frame === 'storefront'
  return (
    <div className={isDesk ? 'dashboard desk' : 'dashboard wide'}>
      <div className="dashboard-bar">
        {isDesk && <ShopLink />}
        <Drawer />
        {!isDesk && <PageDropdown />}
        <OutageNote lostAt={lostAt} />
      </div>
      <div className="dashboard-side">
        {isDesk && <ShopLink />}
        <SideMenu label={words.menu} />
        <OutageNote lostAt={lostAt} />
      </div>
      <div className="dashboard-page">
        <PageTop />
        {children}
      </div>
    </div>
  )
}

/**
 * Says that the page gets no live updates, and since when. On small screens the note is placed in the gap above the
 * page, so that nothing moves when the note appears.
 */
function OutageNote({ lostAt }: { lostAt: number | null }) {
  return (
    <p role="status" className="outage-note">
      {lostAt !== null && (
        <span>
          {words.notLive} <Moment at={lostAt} />. <span className="hope">{words.reconnecting}</span>
        </span>
      )}
    </p>
  )
}

function ShopLink() {
  const { name } = useShop()
  return (
    <PageLink to={pages.home} className="logo" aria-label={words.toShop(name)}>
      <ShopSign />
    </PageLink>
  )
}

/**
 * The dashboard's menu on small screens, in a modal dialog that a button opens. The browser keeps the focus inside
 * the dialog, closes the dialog on Escape and returns the focus to the button. A click on a link closes the dialog
 * before the focus moves to the new page.
 */
function Drawer() {
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
        {useShop().frame === 'specified' ? specTexts.openDrawer : words.openMenu}
      </button>
      {/* A click outside of the dialog closes it. Keyboard users have Escape and the Close button. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <dialog ref={dialog} className="drawer" aria-label={words.menu} onClick={closeOutside}>
        <div className="grid min-h-full content-start gap-5 p-5">
          <button type="button" className={`${buttonClasses('quiet')} justify-self-end`} onClick={close}>
            {words.closeDrawer}
          </button>
          <SideMenu label={words.menu} />
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
function PageDropdown() {
  const list = useRef<HTMLDivElement>(null)
  const { key, pathname } = useLocation()
  const mayOpen = useMayOpen()
  useLayoutEffect(() => list.current?.hidePopover(), [key])
  return (
    <>
      <button type="button" className="icon-text dropdown-button" popoverTarget={LIST_ID}>
        <span className="sr-only">{words.now} </span>
        {linkOf(pathname, mayOpen)?.text ?? words.pages}
        <Icon
          path="M1 1.5l5 5 5-5"
          viewBox="0 0 12 8"
          strokeLinecap="butt"
          strokeLinejoin="miter"
          className="w-3 flex-none"
        />
      </button>
      <div id={LIST_ID} ref={list} popover="auto" className="popup dropdown">
        <SideMenu label={words.pages} />
      </div>
    </>
  )
}
