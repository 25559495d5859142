import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { LiveSource } from '../live/live-source.ts'
import { OutageNote } from '../live/outage-note.tsx'
import { LiveContext } from '../live/use-live.ts'
import { words } from '../texts.ts'
import { SideMenu } from './side-menu.tsx'
import { Drawer, PageDropdown } from './small-screen-menus.tsx'
import './layout.css'

/** The frame of all pages of the dashboard: the side menu, or a dropdown and a drawer on small screens. */
export function DashboardLayout({ children }: { children?: ReactNode }) {
  const client = useQueryClient()
  const [live] = useState(() => new LiveSource())
  useEffect(() => live.start(), [live])
  // Reads the user's own role again. If it is no longer admin, the page's guard leads the user out of the dashboard.
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
        <div className="dashboard-page">{children}</div>
      </div>
    </LiveContext>
  )
}
