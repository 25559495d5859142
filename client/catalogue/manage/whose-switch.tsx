import { PageLink } from '#client/ui/page-link.tsx'
import { words } from './texts.ts'
import { listAddress, useEveryone } from './use-whose.ts'

/** Switches a list between one's own entries and those of all admins. */
export function WhoseSwitch({ page }: { page: string }) {
  const everyone = useEveryone()
  return (
    <nav aria-label={words.whose} className="whose-switch">
      <PageLink replace to={listAddress(page, false)} aria-current={everyone ? undefined : 'true'}>
        {words.mine}
      </PageLink>
      <PageLink replace to={listAddress(page, true)} aria-current={everyone ? 'true' : undefined}>
        {words.everyones}
      </PageLink>
    </nav>
  )
}
