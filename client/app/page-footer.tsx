import { pages } from '#contract/pages.ts'
import type { SocialLink } from '#contract/shop/profile.ts'
import { pageTable } from '#contract/values/page-table.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { ShopContact } from '#client/ui/shop/shop-contact.tsx'
import { ShopLogo } from '#client/ui/shop/shop-logo.tsx'
import { specTexts, words } from './texts.ts'

/**
 * The page footer: columns with the logo and the tagline, how to reach the shop and its social networks, and below them
 * the copyright line and the legal pages. What the owner has not given is left out.
 */
export function PageFooter() {
  const { demo, shop } = usePageState().settings
  return (
    <footer className="page-footer">
      <div className="wide footer-columns">
        <div>
          <ShopLogo size={56} lazy />
          {shop.tagline !== '' && <p className="tagline">{shop.tagline}</p>}
        </div>
        <ShopContact>
          <h2>{words.visit}</h2>
        </ShopContact>
        <SocialIcons />
      </div>
      <div className="wide footer-law">
        {/* The server may have rendered the page before the turn of the year. */}
        <p suppressHydrationWarning>
          {words.copyright(demo ? specTexts.copyrightYear : currentYear(), shop.name)}
        </p>
        <LegalLinks />
      </div>
    </footer>
  )
}

function currentYear(): number {
  return new Date().getUTCFullYear()
}

function LegalLinks() {
  const { hasWithdrawal, shop } = usePageState().settings
  const shown = [...shop.legalPages, ...(hasWithdrawal ? (['withdraw'] as const) : [])]
  if (shown.length === 0) return null
  return (
    <nav aria-label={words.legal}>
      <ul className="cluster gap-x-6">
        {shown.map((name) => (
          <li key={name}>
            <PageLink to={pages[name]}>{pageTable[name].title}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Network = SocialLink['network']

/**
 * The social networks on which the shop is. The icons of the demo shop are not links (specification section 1). A real
 * shop without addresses has no icons.
 */
function SocialIcons() {
  const { demo, shop } = usePageState().settings
  const { socialLinks } = shop
  if (socialLinks.length === 0 && !demo) return null
  return (
    <div>
      <h2>{words.social}</h2>
      <ul className="cluster gap-6">
        {socialLinks.length > 0
          ? socialLinks.map(({ network, url }) => (
              <li key={url}>
                <a href={url} rel="me noreferrer">
                  <NetworkIcon network={network} />
                </a>
              </li>
            ))
          : DEMO_NETWORKS.map((network) => (
              <li key={network}>
                <NetworkIcon network={network} />
              </li>
            ))}
      </ul>
    </div>
  )
}

function NetworkIcon({ network }: { network: Network }) {
  return <Icon path={PATHS[network]} strokeWidth={1.6} role="img" aria-label={network} />
}

const DEMO_NETWORKS: Network[] = ['Instagram', 'Facebook', 'YouTube']

/** The icon of each network as the path of an SVG image that is 24 wide and high. */
const PATHS: Record<Network, string> = {
  Instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zm5 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm5.2-1.4v.2',
  Facebook: 'M16.5 3.5H14A3.5 3.5 0 0 0 10.5 7v14M6.5 11.5h8.5',
  YouTube: 'M5.5 5h13A3 3 0 0 1 21.5 8v8a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM10 9v6l5-3z',
  TikTok: 'M13 3v12.5a4 4 0 1 1-4-4M13 3a6 6 0 0 0 6 5.5',
  X: 'M4 4l16 16M20 4L4 20',
  Mastodon:
    'M20.5 12V8a4.5 4.5 0 0 0-4.5-4.5h-8A4.5 4.5 0 0 0 3.5 8v6.5a6 6 0 0 0 6 6h4M3.5 15.5h13.5a3.5 3.5 0 0 0 3.5-3.5M8 12V9a2 2 0 0 1 4 0v2.5M12 9a2 2 0 0 1 4 0v3',
  Pinterest: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 20.5l2.5-11M8.5 12.5a3.8 3.8 0 1 1 3 2.3',
}
