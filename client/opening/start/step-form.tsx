import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { words } from './texts.ts'
import type { Saving } from './use-saving.ts'

/** The form of a step: its fields, the button that saves them, and the error of the last attempt. */
export function StepForm({ saving, children }: { saving: Saving; children: ReactNode }) {
  const { submit, failure, isBusy } = saving
  return (
    <Form onSubmit={submit}>
      {children}
      <div>
        <Button type="submit" busy={isBusy} busyText={words.saving}>
          {words.save}
        </Button>
      </div>
      <FormError>{failure}</FormError>
    </Form>
  )
}
