import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import './catalogue.css'
import { texts } from './texts.ts'

/** The link back to the home page. */
export function GoBack() {
  return (
    <PageLink to={pages.home} className="link back-link">
      <BackArrow />
      {texts.goBack}
    </PageLink>
  )
}

/** The arrow to the left of a link or a button with the class `back-link`. */
export function BackArrow() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d="M12 4l-6 6 6 6" />
    </svg>
  )
}
