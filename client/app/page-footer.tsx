import { pages } from '#contract/pages.ts'
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
        <SocialNetworks />
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
  const { hasWithdrawal, hasSubscriptions, demo, shop } = usePageState().settings
  const shown = [
    ...shop.legalPages,
    ...(hasWithdrawal ? (['withdraw'] as const) : []),
    // The specified footer has no links, and a subscription of the demo is no contract.
    ...(hasSubscriptions && !demo ? (['cancel'] as const) : []),
  ]
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

/**
 * The social networks on which the shop is. The demo shop has icons that are not links (specification section 1). A real
 * shop without addresses has nothing here.
 */
function SocialNetworks() {
  const { demo, shop } = usePageState().settings
  const { socialLinks } = shop
  if (socialLinks.length === 0 && !demo) return null
  return (
    <div>
      <h2>{words.social}</h2>
      {socialLinks.length > 0 ? (
        <ul>
          {socialLinks.map(({ network, url }) => (
            <li key={url}>
              <a href={url} rel="me noreferrer">
                {network}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="cluster gap-6">
          {DEMO_ICONS.map(({ network, path }) => (
            <li key={network}>
              <Icon path={path} strokeWidth={1.6} role="img" aria-label={network} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Each icon is the path of an SVG image that is 24 wide and high. */
const DEMO_ICONS = [
  {
    network: 'Instagram',
    path: 'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zm5 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm5.2-1.4v.2',
  },
  { network: 'Facebook', path: 'M16.5 3.5H14A3.5 3.5 0 0 0 10.5 7v14M6.5 11.5h8.5' },
  {
    network: 'YouTube',
    path: 'M5.5 5h13A3 3 0 0 1 21.5 8v8a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM10 9v6l5-3z',
  },
]
