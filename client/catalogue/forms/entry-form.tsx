import type { ReactNode } from 'react'
import { PictureField } from '#client/media/picture-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { LeaveQuestion } from '#client/ui/settings-form/leave-question.tsx'
import { labels, words } from '../manage/texts.ts'
import './forms.css'
import type { EntryFormState } from './use-entry-form.ts'

type EntryFormProps = { state: EntryFormState; submitText: string; children: ReactNode }

/** The layout of the forms for a brand, a coffee and a packet: notes, the picture, the other fields and the buttons. */
export function EntryForm({ state, submitText, children }: EntryFormProps) {
  const { photo, submit, progress, isBusy, failure, added, guard, onCancel } = state
  return (
    <Form onSubmit={submit}>
      <LeaveQuestion {...guard} />
      <AddedNote added={added} />
      <div className="entry-form">
        <PictureField label={labels.photo} progress={progress} {...photo} />
        <div className="grid content-start gap-5">
          {children}
          <div className="cluster entry-form-actions mt-2">
            <Button type="submit" busy={isBusy} busyText={progress === null ? words.saving : words.uploading}>
              {submitText}
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

/** A note which says that a brand, a coffee or a packet was added. It has links to the next steps. */
function AddedNote({ added }: Pick<EntryFormState, 'added'>) {
  return (
    <div role="status" className="form-note">
      {added && (
        <div className="panel cluster">
          <p>{words.inShop(added.name)}</p>
          {added.steps.map(({ text, to }) => (
            <PageLink key={to} to={to} className="link">
              {text}
            </PageLink>
          ))}
        </div>
      )}
    </div>
  )
}
