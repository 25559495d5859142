import { CoffeeForm } from '#client/catalogue/forms/coffee-form.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { pages } from '#contract/pages.ts'
import type { ShopStart } from '#contract/shop/start.ts'
import type { StepProps } from './step.tsx'
import { words } from './texts.ts'

/** The fourth step: the first coffee together with its brand. */
export function ProductStep({ start, onSaved }: StepProps & { start: ShopStart }) {
  if (!start.isDone.products) return <CoffeeForm withBrand onDone={onSaved} />
  return (
    <>
      <p>{words.hasProducts}</p>
      <div>
        <ButtonLink to={pages.addCoffee} tone="quiet">
          {words.addMore}
        </ButtonLink>
      </div>
    </>
  )
}
