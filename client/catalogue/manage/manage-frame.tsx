import type { ReactNode } from 'react'
import { PageTitle } from '#client/ui/page-title.tsx'
import { TabLinks } from '#client/ui/tab-links/tab-links.tsx'
import { pages } from '#contract/pages.ts'
import { listAddress, useListAddress } from './entry-addresses.ts'
import './manage.css'
import { labels, specTexts, words } from './texts.ts'

type FrameProps = {
  /** The title of the page in the browser tab. */
  title: string
  children: ReactNode
}

/**
 * The layout of the pages with a list in shop management: a heading, the tabs, and the list. `action` is shown beside
 * the heading, for example a link that adds an entry.
 */
export function ShopFrame({ title, action, children }: FrameProps & { action?: ReactNode }) {
  const { everyone } = useListAddress()
  return (
    <div className="page">
      <header className="spread gap-4">
        <PageTitle title={title}>{specTexts.shop}</PageTitle>
        {action}
      </header>
      <div className="mt-6 mb-8">
        <TabLinks
          label={words.tabs}
          tabs={LIST_TABS.map((tab) => ({ ...tab, to: listAddress(tab.page, everyone) }))}
        />
      </div>
      {children}
    </div>
  )
}

/** The layout of the three pages with a form that adds an entry: a heading, the tabs, and the form. */
export function AddFrame({ title, children }: FrameProps) {
  return (
    <>
      <PageTitle title={title}>{specTexts.addProduct}</PageTitle>
      <div className="mt-6 mb-8">
        <TabLinks label={words.tabs} tabs={ADD_TABS} />
      </div>
      {children}
    </>
  )
}

const LIST_TABS = [
  { page: pages.shop, text: labels.brandTab },
  { page: pages.shopCoffees, text: labels.coffeeTab },
  { page: pages.shopPackets, text: labels.packetTab },
]

const ADD_TABS = [
  { page: pages.addBrand, text: labels.brandTab },
  { page: pages.addCoffee, text: labels.coffeeTab },
  { page: pages.addPacket, text: labels.packetTab },
]
