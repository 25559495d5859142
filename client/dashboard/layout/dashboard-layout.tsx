import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { LiveSource } from '../live/live-source.ts'
import { LiveContext } from '../live/use-live.ts'
import { Moment } from '../marks/marks.tsx'
import { words } from '../texts.ts'
import { SideMenu } from './side-menu.tsx'
import { Drawer, PageDropdown } from './small-screen-menus.tsx'
import './layout.css'

/**
 * The layout of all pages of the dashboard, with a side menu. On small screens a dropdown and a drawer replace the
 * side menu.
 */
export function DashboardLayout({ children }: { children?: ReactNode }) {
  const client = useQueryClient()
  const [live] = useState(() => new LiveSource())
  useEffect(() => live.start(), [live])
  // Fetches the signed-in user's role again when the data of any user has changed. If the user is no longer an admin,
  // the guard around the page redirects to the login page.
  useEffect(
    () =>
      live.subscribe(
        ['users'],
        () => void client.invalidateQueries({ queryKey: ['GET /user/admin/{email}'] }),
      ),
    [client, live],
  )
  return (
    <LiveContext value={live}>
      <div className="dashboard wide">
        <div className="dashboard-bar">
          <Drawer />
          <PageDropdown />
          <OutageNote />
        </div>
        <div className="dashboard-side">
          <nav aria-label={words.menu}>
            <SideMenu />
          </nav>
          <OutageNote />
        </div>
        <div className="dashboard-page">
          <StartNote />
          {children}
        </div>
      </div>
    </LiveContext>
  )
}

/**
 * Says that the page gets no live updates, and since when. On small screens the note is placed in the gap above the
 * page, so that nothing moves when the note appears.
 */
function OutageNote() {
  const { subscribeOutage, getOutage, isReplaced } = useContext(LiveContext)
  const since = useSyncExternalStore(subscribeOutage, getOutage)
  const replaced = useSyncExternalStore(subscribeOutage, isReplaced)
  return (
    <p role="status" className="outage-note">
      {since !== null && (
        <span>
          {words.notLive} <Moment at={since} />.{' '}
          <span className="hope">{replaced ? words.tooManyPages : words.reconnecting}</span>
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
