import type { ReactNode } from 'react'
import { SignOut } from '#client/identity/sign-out.tsx'
import { usePageState, useShop } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { TabLinks } from '#client/ui/tab-links/tab-links.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'
import './account.css'

const TABS = [
  { page: pages.account, text: words.ordersTab },
  { page: pages.subscriptions, text: words.subscriptionsTab },
  { page: pages.profile, text: words.profileTab },
  { page: pages.ownData, text: words.privacyTab },
]

/**
 * A page of the customer's own account, with its title and the tabs that lead to the other pages. In a real shop, the
 * sign-out is here, and not in the header.
 */
export function AccountLayout({ title, children }: { title: string; children: ReactNode }) {
  const { frame } = useShop()
  const { hasSubscriptions } = usePageState().settings
  const tabs = hasSubscriptions ? TABS : TABS.filter(({ page }) => page !== pages.subscriptions)
  return (
    <div className="page">
      <div className="spread">
        <PageTitle title={title} />
        {frame === 'storefront' && <SignOut className="link icon-text" />}
      </div>
      <div className="mt-3 mb-5">
        <TabLinks label={words.tabs} tabs={tabs} />
      </div>
      {children}
    </div>
  )
}

/** A part of such a page, with its heading. */
export function AccountPart({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-4">
      <h2 id={id} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
