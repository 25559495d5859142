import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { LiveProvider } from '../live/live.ts'
import { LiveSource } from '../live/live-source.ts'
import { OutageNote } from '../live/outage-note.tsx'
import { words } from '../texts.ts'
import { Drawer } from './drawer.tsx'
import { PageDropdown } from './page-dropdown.tsx'
import { SideMenu } from './side-menu.tsx'
import './layout.css'

/** The dashboard: its side menu and the page beside it; on small screens a dropdown and a drawer. */
export function DashboardLayout({ children }: { children?: ReactNode }) {
  const client = useQueryClient()
  const [live] = useState(() => new LiveSource())
  useEffect(() => live.start(), [live])
  // Whoever is no administrator any more is led out by the guard.
  useEffect(
    () =>
      live.subscribe(
        ['users'],
        () => void client.invalidateQueries({ queryKey: ['GET /user/admin/{email}'] }),
      ),
    [client, live],
  )
  return (
    <LiveProvider value={live}>
      <div className="dashboard">
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
    </LiveProvider>
  )
}
