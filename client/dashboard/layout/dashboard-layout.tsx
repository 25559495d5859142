import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { LiveSource } from '../live/live-source.ts'
import { OutageNote } from '../live/outage-note.tsx'
import { LiveContext } from '../live/use-live.ts'
import { words } from '../texts.ts'
import { SideMenu } from './side-menu.tsx'
import { StartNote } from './start-note.tsx'
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
