import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CardListStates } from '#client/ui/states.tsx'
import { TabLinks } from '#client/ui/tab-links.tsx'
import { pages } from '#contract/pages.ts'
import { listAddress, useEveryone } from './entry-addresses.ts'
import './manage.css'
import { labels, specTexts, words } from './texts.ts'
import type { Noun } from './texts.ts'

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
  const everyone = useEveryone()
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

type ListPageProps<E> = {
  noun: Noun
  page: string
  /** The path of the page with the form that adds an entry. */
  addPage: string
  list: UseQueryResult<E[]>
  children: (entries: E[]) => ReactNode
}

/** A page with a list of brands, coffees or packets, while it is loading, and after it could not be loaded. */
export function ListPage<E>({ noun, page, addPage, list, children }: ListPageProps<E>) {
  const everyone = useEveryone()
  return (
    <ShopFrame
      title={`${specTexts.shop}: ${noun.many}`}
      action={<ButtonLink to={addPage}>{words.add(noun)}</ButtonLink>}
    >
      <ListLinks page={page} everyone={everyone} />
      <CardListStates
        list={list}
        grid="card-grid"
        cards={3}
        loading={words.loading}
        failed={words.failed(noun, everyone)}
      >
        {children}
      </CardListStates>
    </ShopFrame>
  )
}

/** The links above a list: to the own entries, to the entries of all admins, to sorting, and to the deleted entries. */
function ListLinks({ page, everyone }: { page: string; everyone: boolean }) {
  return (
    <div className="spread mb-6 gap-x-6 gap-y-3">
      <nav aria-label={words.ownerSwitch} className="owner-switch">
        <PageLink
          replace
          to={listAddress(page, false)}
          className="icon-text"
          aria-current={everyone ? undefined : 'true'}
        >
          {words.mine}
        </PageLink>
        <PageLink
          replace
          to={listAddress(page, true)}
          className="icon-text"
          aria-current={everyone ? 'true' : undefined}
        >
          {words.everyones}
        </PageLink>
      </nav>
      <div className="cluster gap-x-6">
        <PageLink to={pages.shopOrder} className="icon-text font-semibold underline">
          {words.orderPlace}
        </PageLink>
        <PageLink to={pages.shopDeleted} className="icon-text font-semibold underline">
          {words.deletedPlace}
        </PageLink>
      </div>
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
