import type { ReactNode } from 'react'
import { pages } from '#contract/pages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { EntryKind } from '../entries/entry-kind.ts'
import { ShopTabs } from './manage-tabs.tsx'
import { texts, words } from './texts.ts'
import { WhoseSwitch } from './whose-switch.tsx'

type ShopPageProps = { kind: Pick<EntryKind<never>, 'noun' | 'page' | 'addPage'>; children: ReactNode }

/** What the three lists have above them: the heading, the way to add something, the tabs, whose entries, the deleted. */
export function ShopPage({ kind: { noun, page, addPage }, children }: ShopPageProps) {
  return (
    <div className="page">
      <header className="manage-header">
        <PageTitle title={`${texts.shop}: ${noun.many}`}>{texts.shop}</PageTitle>
        <ButtonLink to={addPage}>{words.add(noun)}</ButtonLink>
      </header>
      <ShopTabs />
      <div className="manage-places">
        <WhoseSwitch page={page} />
        <PageLink to={pages.shopDeleted}>{words.deletedPlace}</PageLink>
      </div>
      {children}
    </div>
  )
}
