import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { LeaveQuestion } from '#client/ui/settings-form/leave-question.tsx'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import type { ShownSelling } from '#contract/selling/settings.ts'
import { MethodsSection } from './method-fields.tsx'
import { RoastingSection, SubscriptionsSection } from './roasting-fields.tsx'
import { FoodSection, MoreSection, ShopSection } from './shop-fields.tsx'
import { PaymentSection } from './payment-fields.tsx'
import { AccountingSection, TaxSection } from './tax-fields.tsx'
import { words } from './texts.ts'
import { useSellingForm } from './use-selling-form.ts'

/** The form with all settings for selling. The Save button sticks to the bottom of the window. */
export function SellingForm({ loaded }: { loaded: ShownSelling }) {
  const { form, submit, failure, guard } = useSellingForm({ loaded })
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, true)
  return (
    <Form onSubmit={submit} autoComplete="off">
      <LeaveQuestion {...guard} />
      <ShopSection form={form} />
      <MethodsSection form={form} />
      <RoastingSection form={form} />
      <SubscriptionsSection form={form} />
      <TaxSection form={form} />
      <PaymentSection form={form} hasStripe={loaded.hasStripe} />
      <AccountingSection form={form} />
      <FoodSection form={form} />
      <MoreSection form={form} />
      <div ref={bar} className="form-bar">
        <FormError>{failure}</FormError>
        <Button type="submit" busy={form.formState.isSubmitting} busyText={formWords.saving}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}
