import { useRef } from 'react'
import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import type { VersionedSelling } from '#contract/selling/settings.ts'
import { MethodsSection } from './method-fields.tsx'
import { RoastingSection } from './roasting-section.tsx'
import { MoreSection, ShopSection } from './shop-section.tsx'
import { TaxSection } from './tax-section.tsx'
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
      <div ref={bar} className="selling-bar">
        <FormError>{failure}</FormError>
        <Button type="submit" busy={form.formState.isSubmitting} busyText={words.saving}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}

/** The dialog that asks for confirmation before the admin leaves the form with unsaved changes. */
function LeaveQuestion({ departure, stay, leave }: LeaveGuard) {
  if (!departure) return null
  return (
    <ConfirmDialog
      title={words.leaveTitle}
      more={words.leaveMore}
      confirm={words.leave}
      cancel={words.stay}
      onConfirm={leave}
      onClose={stay}
    />
  )
}
