import { createContext, useContext } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { MailShop } from '#contract/values/mails.ts'
import { pageTable } from '#contract/values/page-table.ts'
import { accentStyles } from '#contract/values/contrast.ts'

/**
 * The colours of the mails. Many mail programs ignore stylesheets and most of CSS, so each element has inline styles.
 * Mail programs with a dark mode may also read the rules of `darkRules`, which override the inline styles.
 */
const COLORS = { paper: '#fbf6ec', panel: '#f3eadb', ink: '#2b1a12', quiet: '#5f4a3c' }

/** The colours of the buttons and of the shop's name in a mail, in the light and in the dark theme. */
type MailColors = Record<'light' | 'dark', { accent: string; onAccent: string }>

const DESIGN: MailColors = {
  light: { accent: '#944a1b', onAccent: '#fff8ee' },
  dark: { accent: '#e5a063', onAccent: '#241307' },
}

/** Returns the colours of mails for the accent colour of the shop. If it is empty, they are those of the design. */
function mailColors(accent: string): MailColors {
  const styles = accentStyles(accent)
  if (!styles) return DESIGN
  const colorsOf = (theme: keyof MailColors) => ({
    accent: styles[theme]['--color-primary'],
    onAccent: styles[theme]['--color-primary-content'],
  })
  return { light: colorsOf('light'), dark: colorsOf('dark') }
}

const MailColorsContext = createContext(DESIGN)

function darkRules({ dark }: MailColors): string {
  return `
@media (prefers-color-scheme: dark) {
  .mail, .mail-page { background: #1d1410 !important; color: #f3e7d3 !important; }
  .mail-panel { background: #281c16 !important; }
  .mail-quiet { color: #cdb9a3 !important; }
  .mail-link { color: ${dark.accent} !important; }
  .mail-button { background: ${dark.accent} !important; color: ${dark.onAccent} !important; }
}`
}

const styles = {
  body: { margin: 0, padding: 0, background: COLORS.paper, color: COLORS.ink },
  page: { width: '100%', background: COLORS.paper, color: COLORS.ink },
  column: { maxWidth: '36rem', margin: '0 auto', padding: '2rem 1.25rem' },
  text: { fontFamily: 'Georgia, serif', fontSize: '1rem', lineHeight: 1.6 },
  title: { margin: '0 0 1rem', fontSize: '1.5rem', lineHeight: 1.25 },
  name: { margin: '0 0 1.5rem', fontSize: '1.25rem', fontWeight: 700 },
  address: { whiteSpace: 'pre-line' },
  foot: { marginTop: '2rem', fontSize: '0.875rem', color: COLORS.quiet },
  button: {
    display: 'inline-block',
    padding: '0.75rem 1.5rem',
    borderRadius: '0.625rem',
    fontWeight: 700,
    textDecoration: 'none',
  },
  panel: { margin: '1.5rem 0', padding: '0.5rem 1.25rem', borderRadius: '1rem', background: COLORS.panel },
  quiet: { color: COLORS.quiet, fontSize: '0.875rem' },
} satisfies Record<string, CSSProperties>

type MailLayoutProps = { subject: string; title: string; shop: MailShop; foot: string; children?: ReactNode }

/**
 * The HTML document of every mail: the shop's name, a heading, the content, and in smaller print a last line (`foot`),
 * the address of the shop and a link to its imprint.
 */
export function MailLayout({ subject, title, shop, foot, children }: MailLayoutProps) {
  const colors = mailColors(shop.accent)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
        <style>{darkRules(colors)}</style>
      </head>
      <body className="mail" style={styles.body}>
        <div role="main" className="mail-page" style={styles.page}>
          <div style={{ ...styles.column, ...styles.text }}>
            <p className="mail-link" style={{ ...styles.name, color: colors.light.accent }}>
              {shop.name}
            </p>
            <h1 style={styles.title}>{title}</h1>
            <MailColorsContext value={colors}>{children}</MailColorsContext>
            <div className="mail-quiet" style={styles.foot}>
              <p>{foot}</p>
              <ShopAddress shop={shop} />
            </div>
          </div>
        </div>
      </body>
    </html>
  )
}

function ShopAddress({ shop: { name, address, imprintUrl } }: { shop: MailShop }) {
  return (
    <>
      {address !== '' && <p style={styles.address}>{`${name}\n${address}`}</p>}
      {imprintUrl !== null && (
        <p>
          <a style={{ color: 'inherit' }} href={imprintUrl}>
            {pageTable.imprint.title}
          </a>
        </p>
      )}
    </>
  )
}

/** A part of a mail, as plain text and as a React element. Both have the same content. */
export type Part = { text: string; element: ReactNode }

/** The content of a mail: a heading, the parts, and the last line (`foot`). */
export type Content = { title: string; foot: string; parts: Part[] }

export function paragraph(text: string): Part {
  return { text, element: <p>{text}</p> }
}

export function lines(texts: string[]): Part {
  return {
    text: texts.join('\n'),
    element: (
      <p>
        {texts.map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at}>
            {at > 0 && <br />}
            {text}
          </span>
        ))}
      </p>
    ),
  }
}

export function button(label: string, href: string): Part {
  return { text: `${label}:\n${href}`, element: <MailButton href={href}>{label}</MailButton> }
}

export function quietLink(lead: string, { label, href }: { label: string; href: string }): Part {
  return {
    text: `${lead}\n${label}: ${href}`,
    element: (
      <p>
        <MailNote>
          {lead}{' '}
          <a style={{ color: 'inherit' }} href={href}>
            {label}
          </a>
        </MailNote>
      </p>
    ),
  }
}

function MailButton({ href, children }: { href: string; children: string }) {
  const { accent, onAccent } = useContext(MailColorsContext).light
  return (
    <p style={{ margin: '1.5rem 0' }}>
      <a
        className="mail-button"
        style={{ ...styles.button, background: accent, color: onAccent }}
        href={href}
      >
        {children}
      </a>
    </p>
  )
}

export function MailPanel({ children }: { children: ReactNode }) {
  return (
    <div className="mail-panel" style={styles.panel}>
      {children}
    </div>
  )
}

export function MailNote({ children }: { children: ReactNode }) {
  return (
    <span className="mail-quiet" style={styles.quiet}>
      {children}
    </span>
  )
}
