import type { ReactNode } from 'react'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { pages } from '#contract/pages.ts'
import { listAddress, useEveryone } from '../entries/entry-addresses.ts'
import '../catalogue.css'
import './manage.css'
import { labels, texts, words } from './texts.ts'

type FrameProps = {
  /** The name of the page in the browser's tab. */
  title: string
  children: ReactNode
}

/** The frame of the lists of shop management: the heading with an optional `action`, and the tabs. */
export function ShopFrame({ title, action, children }: FrameProps & { action?: ReactNode }) {
  const everyone = useEveryone()
  return (
    <div className="page">
      <header className="manage-header">
        <PageTitle title={title}>{texts.shop}</PageTitle>
        {action}
      </header>
      <Tabs tabs={LIST_TABS} addressOf={(page) => listAddress(page, everyone)} />
      {children}
    </div>
  )
}

/** The links above a list: to the admin's own entries, to everyone's, and to the deleted ones. */
export function ListLinks({ page, everyone }: { page: string; everyone: boolean }) {
  return (
    <div className="manage-places">
      <nav aria-label={words.ownerSwitch} className="owner-switch">
        <PageLink replace to={listAddress(page, false)} aria-current={everyone ? undefined : 'true'}>
          {words.mine}
        </PageLink>
        <PageLink replace to={listAddress(page, true)} aria-current={everyone ? 'true' : undefined}>
          {words.everyones}
        </PageLink>
      </nav>
      <PageLink to={pages.shopDeleted}>{words.deletedPlace}</PageLink>
    </div>
  )
}

/** The frame of the three forms that add an entry, inside the frame of the dashboard. */
export function AddFrame({ title, children }: FrameProps) {
  return (
    <>
      <PageTitle title={title}>{texts.addProduct}</PageTitle>
      <Tabs tabs={ADD_TABS} addressOf={(page) => page} />
      {children}
    </>
  )
}

type Tab = { page: string; text: string }

const LIST_TABS: Tab[] = [
  { page: pages.shop, text: labels.brandTab },
  { page: pages.shopCoffees, text: labels.coffeeTab },
  { page: pages.shopPackets, text: labels.packetTab },
]

const ADD_TABS: Tab[] = [
  { page: pages.addBrand, text: labels.brandTab },
  { page: pages.addCoffee, text: labels.coffeeTab },
  { page: pages.addPacket, text: labels.packetTab },
]

/** Links instead of ARIA tabs, because each tab is a page with its own address. */
function Tabs({ tabs, addressOf }: { tabs: Tab[]; addressOf: (page: string) => string }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={words.tabs} className="manage-tabs">
      <ul>
        {tabs.map(({ page, text }) => (
          <li key={page}>
            <PageLink to={addressOf(page)} aria-current={pathname === page ? 'page' : undefined}>
              {text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
