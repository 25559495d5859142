import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { pages } from '#contract/pages.ts'
import { specTexts } from './texts.ts'

/** A link that leads back to the home page. */
export function GoBack() {
  return (
    <PageLink to={pages.home} className="link icon-text">
      <BackArrow />
      {specTexts.goBack}
    </PageLink>
  )
}

/** The arrow icon in a link or a button that leads back. */
export function BackArrow() {
  return (
    <Icon
      path="M12 4l-6 6 6 6"
      viewBox="0 0 20 20"
      strokeLinecap="butt"
      strokeLinejoin="miter"
      className="w-4"
    />
  )
}
