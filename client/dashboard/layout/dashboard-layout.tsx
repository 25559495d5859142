import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { buttonClasses } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { findPage, pages } from '#contract/pages.ts'
import type { PageName } from '#contract/pages.ts'
import { useAdminEvents } from '../events/admin-events.ts'
import { Moment } from '../marks/marks.tsx'
import { specTexts, words } from '../texts.ts'
import './layout.css'

/**
 * The layout of all pages of the dashboard, with a side menu. On small screens a dropdown and a drawer replace the
 * side menu.
 */
export function DashboardLayout({ children }: { children?: ReactNode }) {
  const lostAt = useAdminEvents()
  return (
    <div className="dashboard wide">
      <div className="dashboard-bar">
        <Drawer />
        <PageDropdown />
        <OutageNote lostAt={lostAt} />
      </div>
      <div className="dashboard-side">
        <SideMenu label={words.menu} />
        <OutageNote lostAt={lostAt} />
      </div>
      <div className="dashboard-page">
        <StartNote />
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

/** A link to the page that sets up the shop, while the shop is not open or a step of setting it up is not done. */
function StartNote() {
  const { demo, shop } = usePageState().settings
  const { pathname } = useLocation()
  const isWanted = !demo && pathname !== pages.start
  const { data } = useQuery({ ...callQuery('GET /shop/start'), enabled: isWanted })
  if (!isWanted || !data) return null
  const left = Object.values(data.isDone).filter((isDone) => !isDone).length
  if (shop.isOpen && left === 0) return null
  return (
    <p className="panel start-note">
      {shop.isOpen ? words.stepsLeft(left) : words.notOpen}{' '}
      <PageLink to={pages.start} className="link">
        {words.goOn}
      </PageLink>
    </p>
  )
}

/** The links of the dashboard's menu. */
export const menuLinks = [
  { to: pages.dashboard, text: specTexts.links.products },
  { to: pages.fullOrders, text: specTexts.links.orders },
  { to: pages.users, text: specTexts.links.users },
  { to: pages.addBrand, text: specTexts.links.add },
  { to: pages.pickList, text: words.pickList },
  { to: pages.paymentDesk, text: words.paymentDesk },
  { to: pages.selling, text: words.selling },
  { to: pages.settings, text: words.settings },
  { to: pages.messages, text: words.messages },
  { to: pages.audit, text: words.audit },
]

/**
 * The menu of the dashboard. The marked link has `aria-current="page"` if it leads to the current page, otherwise
 * `true`, such as the link to all orders on the page of one order.
 */
function SideMenu({ label }: { label: string }) {
  const { pathname } = useLocation()
  const current = linkOf(pathname)
  const mark = current?.to === pathname ? 'page' : 'true'
  return (
    <nav aria-label={label}>
      <ul className="dashboard-links menu-links">
        {menuLinks.map((link) => (
          <li key={link.to}>
            <PageLink to={link.to} aria-current={link === current ? mark : undefined}>
              {link.text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Returns the menu link that is marked while the page at this path is open: the link with the longest path at the start
 * of this path, or the link to all orders for the pages of one order. Returns undefined if no link is marked.
 */
export function linkOf(path: string): (typeof menuLinks)[number] | undefined {
  const { name } = findPage(path) ?? {}
  const shown = name && ORDER_PAGES.has(name) ? pages.fullOrders : path
  const links = menuLinks.filter(
    ({ to }) => shown === to || (to !== pages.dashboard && shown.startsWith(`${to}/`)),
  )
  return links.toSorted((a, b) => b.to.length - a.to.length)[0]
}

const ORDER_PAGES: ReadonlySet<PageName> = new Set(['fullOrder', 'packingSlip', 'orderReceipt'])

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
        {specTexts.openDrawer}
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
  useLayoutEffect(() => list.current?.hidePopover(), [key])
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
        <SideMenu label={words.pages} />
      </div>
    </>
  )
}
