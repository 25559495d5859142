import type { ReactNode } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import type { EntryKind } from '../entries/entry-kind.ts'
import { ShopTabs } from './manage-tabs.tsx'
import { texts, words } from './texts.ts'

type ShopPageProps = { kind: Pick<EntryKind<never>, 'noun' | 'addPage'>; children: ReactNode }

/** What the three lists have above them: the heading, the way to add something, the tabs. */
export function ShopPage({ kind: { noun, addPage }, children }: ShopPageProps) {
  return (
    <div className="page">
      <header className="manage-header">
        <PageTitle title={`${texts.shop}: ${noun.many}`}>{texts.shop}</PageTitle>
        <ButtonLink to={addPage}>{words.add(noun)}</ButtonLink>
      </header>
      <ShopTabs />
      {children}
    </div>
  )
}
