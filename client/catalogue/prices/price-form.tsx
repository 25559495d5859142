import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { LeaveQuestion } from '#client/ui/settings-form/leave-question.tsx'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import type { PriceRow } from '#contract/shop-management.ts'
import { PriceTable } from './price-table.tsx'
import { changedIds } from './read-changes.ts'
import { words } from './texts.ts'
import { usePriceForm } from './use-price-form.ts'

/** The table with the price and the stock of every product, and one button that saves all changes. */
export function PriceForm({ rows: loaded, onSaved }: { rows: PriceRow[]; onSaved: () => Promise<void> }) {
  // What the admin sees is what the changes are compared with, also after the list was loaded again.
  const [rows] = useState(loaded)
  const { form, submit, failure } = usePriceForm({ rows, onSaved })
  const changed = changedIds(rows, form.watch()).length
  const guard = useLeaveGuard(() => changed > 0)
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, true)

  function saveByKey(event: KeyboardEvent): void {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void submit()
  }

  return (
    <Form onSubmit={submit} onKeyDown={saveByKey} autoComplete="off">
      <LeaveQuestion {...guard} />
      <PriceTable rows={rows} form={form} />
      <div ref={bar} className="form-bar">
        <FormError>{failure}</FormError>
        <p role="status" className="small">
          {changed === 0 ? words.unchanged : words.changed(changed)}
        </p>
        <Button type="submit" busy={form.formState.isSubmitting} busyText={formWords.saving}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}
