import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { words } from './texts.ts'

/** The props of a step. `onSaved` is called after its form was saved. */
export type StepProps = { onSaved: () => Promise<void> }

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
