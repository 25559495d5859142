import type { ReactNode, SyntheticEvent } from 'react'
import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { LeaveQuestion } from '#client/ui/settings-form/leave-question.tsx'
import { words } from './texts.ts'

type StepFormProps = {
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  guard: LeaveGuard
  isBusy: boolean
  failure: string | null
  children: ReactNode
}

/** The form of a step: fields of the settings, the button that saves them, and the error of the last attempt. */
export function StepForm({ onSubmit, guard, isBusy, failure, children }: StepFormProps) {
  return (
    <Form onSubmit={onSubmit}>
      <LeaveQuestion {...guard} />
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
