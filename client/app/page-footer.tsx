import logo from '#client/assets/logo.svg'
import { Icon } from '#client/ui/picture.tsx'
import { texts } from './texts.ts'

/**
 * The page footer: the tagline, icons of social networks and the copyright line. The icons are not links
 * (specification section 1).
 */
export function PageFooter() {
  return (
    <footer className="page-footer">
      <img src={logo} alt="" width={56} height={56} loading="lazy" />
      <p className="tagline">{texts.tagline}</p>
      <ul className="flex gap-6" aria-label="Find us on">
        {ICONS.map(({ name, path }) => (
          <li key={name}>
            <Icon path={path} strokeWidth={1.6} role="img" aria-label={name} />
          </li>
        ))}
      </ul>
      <p>© {texts.copyrightYear} Crema. All rights reserved.</p>
    </footer>
  )
}

const ICONS = [
  {
    name: 'Instagram',
    path: 'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zm5 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm5.2-1.4v.2',
  },
  { name: 'Facebook', path: 'M16.5 3.5H14A3.5 3.5 0 0 0 10.5 7v14M6.5 11.5h8.5' },
  {
    name: 'YouTube',
    path: 'M5.5 5h13A3 3 0 0 1 21.5 8v8a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM10 9v6l5-3z',
  },
]
