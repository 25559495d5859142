import { usePageState } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

/** What visitors read in place of most pages until the shop is open: its name, its tagline and how to reach it. */
export function OpeningSoonPage() {
  const { name, tagline, contact } = usePageState().settings.shop
  return (
    <div className="page">
      <div className="mx-auto grid max-w-lg gap-4 text-center">
        <PageTitle title={words.title}>{words.heading(name)}</PageTitle>
        {tagline && <p>{tagline}</p>}
        <p>{words.more}</p>
        <address className="grid gap-2">
          {contact.email && (
            <a className="link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          )}
          {contact.phone && (
            <a className="link" href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
              {contact.phone}
            </a>
          )}
          {contact.address && <span className="whitespace-pre-line">{contact.address}</span>}
        </address>
        <PageLink to={pages.contact} className="link">
          {words.writeToUs}
        </PageLink>
      </div>
    </div>
  )
}
