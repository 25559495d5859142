import { pages } from '#contract/pages.ts'
import { pageTable } from '#contract/values/page-table.ts'
import { usePageState, useShop } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { ShopContact } from '#client/ui/shop/shop-contact.tsx'
import { ShopLogo } from './shop-logo.tsx'
import { SocialIcons } from './social-icons.tsx'
import { specTexts, words } from './texts.ts'

/**
 * The page footer: the logo, the tagline, social networks, how to reach the shop, the legal pages and the copyright
 * line. What the owner has not given is left out.
 */
export function PageFooter() {
  const { demo, shop } = usePageState().settings
  return (
    <footer className="page-footer">
      <ShopLogo size={56} lazy />
      {shop.tagline !== '' && <p className="tagline">{shop.tagline}</p>}
      <SocialIcons />
      <ShopContact />
      <LegalLinks />
      {/* The server may have rendered the page before the turn of the year. */}
      <p suppressHydrationWarning>
        {words.copyright(demo ? specTexts.copyrightYear : currentYear(), shop.name)}
      </p>
    </footer>
  )
}

function currentYear(): number {
  return new Date().getUTCFullYear()
}

function LegalLinks() {
  const { legalPages } = useShop()
  if (legalPages.length === 0) return null
  return (
    <nav aria-label={words.legal}>
      <ul className="footer-links">
        {legalPages.map((name) => (
          <li key={name}>
            <PageLink to={pages[name]}>{pageTable[name].title}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
