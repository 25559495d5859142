import type { ReactNode } from 'react'
import { PageTitle } from '#client/ui/page-title.tsx'
import { AddTabs } from './manage-tabs.tsx'
import { texts } from './texts.ts'

/** One of the three forms, within the dashboard's frame; `title` is the page's name in the browser's tab. */
export function AddPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageTitle title={title}>{texts.addProduct}</PageTitle>
      <AddTabs />
      {children}
    </>
  )
}
