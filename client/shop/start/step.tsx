import { useEffect, useId, useRef } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { LeaveQuestion } from '#client/ui/settings-form/leave-question.tsx'
import type { ShopStart } from '#contract/shop/calls.ts'
import { words } from './texts.ts'

/** The props of a step's content. `onSaved` is called after its form was saved. */
export type StepProps = { start: ShopStart; onSaved: () => Promise<void> }

type StepItemProps = {
  title: string
  isDone: boolean
  /** Whether the form of the step is shown. */
  isShown: boolean
  /** Whether the heading gets the focus when the form is shown. It does not when the page is opened. */
  takesFocus: boolean
  onShow: () => void
  children: ReactNode
}

/** One step of setting up the shop: its heading, whether it is done, and its form or a button that shows the form. */
export function Step({ title, isDone, isShown, takesFocus, onShow, children }: StepItemProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isShown && takesFocus) heading.current?.focus()
  }, [isShown, takesFocus])
  return (
    <li className="start-step" data-shown={isShown || undefined} aria-labelledby={id}>
      <div className="spread">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-xl">
          {title}
        </h2>
        <div className="cluster">
          <span className="start-mark" data-done={isDone || undefined}>
            {isDone ? words.done : words.toDo}
          </span>
          {!isShown && (
            <Button
              tone="quiet"
              aria-label={isDone ? words.changeStep(title) : words.fillInStep(title)}
              onClick={onShow}
            >
              {isDone ? words.change : words.fillIn}
            </Button>
          )}
        </div>
      </div>
      {isShown && <div className="start-form">{children}</div>}
    </li>
  )
}

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
    <Form onSubmit={onSubmit} autoComplete="off">
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
