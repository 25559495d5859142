import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import type { VersionedSelling } from '#contract/selling/settings.ts'
import { LeaveQuestion } from '../forms/leave-question.tsx'
import { MethodsSection } from './method-fields.tsx'
import { RoastingSection } from './roasting-section.tsx'
import { MoreSection, ShopSection } from './shop-section.tsx'
import { TaxSection } from './tax-section.tsx'
import { formWords } from '../forms/texts.ts'
import { words } from './texts.ts'
import { useSellingForm } from './use-selling-form.ts'

/** The form with all settings for selling. The Save button sticks to the bottom of the window. */
export function SellingForm({ loaded }: { loaded: VersionedSelling }) {
  const { form, submit, failure, guard } = useSellingForm(loaded)
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, true)
  return (
    <Form onSubmit={submit}>
      <LeaveQuestion {...guard} />
      <ShopSection form={form} />
      <MethodsSection form={form} />
      <RoastingSection form={form} />
      <TaxSection form={form} />
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
