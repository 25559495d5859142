import type { ReactNode } from 'react'
import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { PictureField } from '#client/media/picture-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { labels, words } from '../manage/texts.ts'
import { DraftNote } from './draft-note.tsx'
import './forms.css'
import { LeaveQuestion } from './leave-question.tsx'
import { NextSteps } from './next-steps.tsx'
import type { Added } from './next-steps.tsx'
import type { ProductFormState } from './use-product-form.ts'

type ProductFormProps = {
  /** `onCancel` leaves without saving. */
  state: ProductFormState & { guard: LeaveGuard; onCancel: (() => void) | undefined; added: Added | null }
  /** What the button that saves is called. */
  action: string
  /** The fields beside the picture. */
  children: ReactNode
}

/** The frame of the three forms, for adding and for editing: the picture, the fields, and what saves them. */
export function ProductForm({ state, action, children }: ProductFormProps) {
  const { photo, progress, failure, draft, startAfresh, isBusy, submit, guard, onCancel, added } = state

  return (
    <Form onSubmit={submit}>
      <LeaveQuestion {...guard} />
      <NextSteps added={added} />
      <DraftNote draft={draft} onStartAfresh={startAfresh} />
      <div className="product-form">
        <PictureField label={labels.photo} progress={progress} {...photo} />
        <div className="product-form-fields">
          {children}
          <div className="product-form-actions">
            <Button type="submit" busy={isBusy} busyText={progress === null ? words.saving : words.uploading}>
              {action}
            </Button>
            {onCancel && (
              <Button tone="quiet" onClick={onCancel}>
                {words.cancel}
              </Button>
            )}
          </div>
          <FormError>{failure}</FormError>
        </div>
      </div>
    </Form>
  )
}
