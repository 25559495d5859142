import { useLocation } from 'react-router'
import { pages } from '#contract/pages.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import './manage.css'
import { labels, words } from './texts.ts'

/** The tab bar on top of the shop's three lists. */
export function ShopTabs() {
  return <Tabs tabs={SHOP} />
}

/** The tab bar on top of the three forms that add something. */
export function AddTabs() {
  return <Tabs tabs={ADD} />
}

type Tab = { to: string; text: string }

const SHOP: Tab[] = [
  { to: pages.shop, text: labels.brandTab },
  { to: pages.shopCoffees, text: labels.coffeeTab },
  { to: pages.shopPackets, text: labels.packetTab },
]

const ADD: Tab[] = [
  { to: pages.addBrand, text: labels.brandTab },
  { to: pages.addCoffee, text: labels.coffeeTab },
  { to: pages.addPacket, text: labels.packetTab },
]

/** Links, because each tab is a page with an address of its own. */
function Tabs({ tabs }: { tabs: Tab[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={words.tabs} className="manage-tabs">
      <ul>
        {tabs.map(({ to, text }) => (
          <li key={to}>
            <PageLink to={to} aria-current={pathname === to ? 'page' : undefined}>
              {text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
