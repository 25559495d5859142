import { usePageState } from '#client/lib/page-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { startSteps } from '#contract/shop/choices.ts'
import { OpeningFields } from '../opening-fields.tsx'
import type { StepProps } from './step.tsx'
import { words } from './texts.ts'

/** The last step: what is still missing, who may see the products, and the button that opens the shop. */
export function OpenStep({ start }: StepProps) {
  const missing = startSteps.filter((step) => !start.isDone[step])
  const { sendsMail } = usePageState().settings
  return (
    <>
      {(missing.length > 0 || start.lacksNotice) && (
        <div className="panel">
          <p>{words.missing}</p>
          <ul className="list-disc ps-5">
            {missing.map((step) => (
              <li key={step}>{words.missingSteps[step]}</li>
            ))}
            {start.lacksNotice && (
              <li>
                {words.lacksNotice}{' '}
                <PageLink to={pages.settingsLegal} className="link">
                  {words.toNotice}
                </PageLink>
              </li>
            )}
          </ul>
        </div>
      )}
      {start.isDone.products && (
        <p>
          {words.moreFirst}{' '}
          <PageLink to={pages.addCoffee} className="link">
            {words.toCoffees}
          </PageLink>
        </p>
      )}
      {!sendsMail && <p>{words.noMails}</p>}
      <OpeningFields />
    </>
  )
}

const NEXT = [
  { to: pages.home, text: words.toShop },
  { to: pages.addCoffee, text: words.toCoffees },
  { to: pages.settings, text: words.toSettings },
  { to: pages.selling, text: words.toSelling },
  { to: pages.fullOrders, text: words.toOrders },
]

/**
 * Says that the shop is open, with links to where the admin goes next. `id` is that of the text, which can be
 * focused.
 */
export function OpenedNote({ id }: { id: string }) {
  return (
    <div className="panel grid gap-3">
      <p id={id} tabIndex={-1} className="font-medium">
        {words.isOpen}
      </p>
      <p>{words.isOpenMore}</p>
      <div className="cluster">
        {NEXT.map(({ to, text }, at) => (
          <ButtonLink key={to} to={to} tone={at === 0 ? 'primary' : 'quiet'}>
            {text}
          </ButtonLink>
        ))}
      </div>
    </div>
  )
}
