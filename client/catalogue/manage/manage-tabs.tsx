import { useLocation } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import './manage.css'
import { labels, words } from './texts.ts'
import { listAddress, useEveryone } from './use-whose.ts'

/** The tab bar on top of the shop's three lists. It keeps the choice of whose entries are shown. */
export function ShopTabs() {
  const everyone = useEveryone()
  return <Tabs tabs={SHOP} addressOf={(page) => listAddress(page, everyone)} />
}

/** The tab bar on top of the three forms that add something. */
export function AddTabs() {
  return <Tabs tabs={ADD} addressOf={(page) => page} />
}

type Tab = { page: string; text: string }

const SHOP: Tab[] = [
  { page: pages.shop, text: labels.brandTab },
  { page: pages.shopCoffees, text: labels.coffeeTab },
  { page: pages.shopPackets, text: labels.packetTab },
]

const ADD: Tab[] = [
  { page: pages.addBrand, text: labels.brandTab },
  { page: pages.addCoffee, text: labels.coffeeTab },
  { page: pages.addPacket, text: labels.packetTab },
]

/** Links, because each tab is a page with an address of its own. */
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
