import { ButtonLink } from '#client/ui/button.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

/** Says that the shop is open, with links to where the admin goes next. */
export function OpenedNote() {
  return (
    <div className="panel grid gap-3" role="status">
      <p className="font-semibold">{words.isOpen}</p>
      <p>{words.isOpenMore}</p>
      <div className="cluster">
        <ButtonLink to={pages.home}>{words.toShop}</ButtonLink>
        <ButtonLink to={pages.settings} tone="quiet">
          {words.toSettings}
        </ButtonLink>
        <ButtonLink to={pages.selling} tone="quiet">
          {words.toSelling}
        </ButtonLink>
        <ButtonLink to={pages.fullOrders} tone="quiet">
          {words.toOrders}
        </ButtonLink>
      </div>
    </div>
  )
}
