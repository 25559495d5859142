import { pages } from '#contract/pages.ts'
import { useShop } from '#client/lib/page-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { words } from './texts.ts'

/** The page for every unknown URL (specification sections 2 and 8). */
export function NotFoundPage() {
  return (
    <div className="page not-found">
      <SpiltCup />
      <PageTitle title={useShop().words.notFound} />
      <p>{words.notFoundMore}</p>
      <ButtonLink to={pages.home}>{words.backToShop}</ButtonLink>
    </div>
  )
}

function SpiltCup() {
  return (
    <svg viewBox="0 0 200 120" aria-hidden="true">
      <ellipse className="spill" cx="66" cy="104" rx="60" ry="9" />
      <path className="spill" d="M80 88c-10 2-16 8-22 16h34z" />
      <g transform="translate(46 6) rotate(-62 70 70)">
        <path className="cup" d="M44 46h56l-6 42a12 12 0 0 1-12 10H62a12 12 0 0 1-12-10z" />
        <path d="M98 56c18-4 22 24-3 24" />
        <ellipse className="rim" cx="72" cy="46" rx="28" ry="7" />
      </g>
    </svg>
  )
}
