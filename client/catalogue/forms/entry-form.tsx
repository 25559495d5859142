import type { MouseEvent } from 'react'
import type { LeaveGuard } from '#client/lib/use-leave-guard.ts'
import { PictureField } from '#client/media/picture-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { labels, words } from '../manage/texts.ts'
import type { Draft } from './draft.ts'
import './forms.css'
import { focusFirstField, useEntryForm } from './use-entry-form.ts'
import type { Added, EntryFormProps } from './use-entry-form.ts'

/** The form that adds or edits a brand, a coffee or a packet. */
export function EntryForm<Sent>(props: EntryFormProps<Sent>) {
  const { form, photo, submit, progress, isBusy, failure, draft, startAfresh, added, guard, onCancel } =
    useEntryForm(props)
  const { kind, entry } = props
  const { Fields } = kind
  const { errors, defaultValues } = form.formState
  return (
    <Form onSubmit={submit}>
      <LeaveQuestion {...guard} />
      <AddedNote added={added} />
      <DraftNote draft={draft} onStartAfresh={startAfresh} />
      <div className="entry-form">
        <PictureField label={labels.photo} progress={progress} {...photo} />
        <div className="grid content-start gap-5">
          <Fields register={form.register} errors={errors} initial={defaultValues} />
          <div className="cluster entry-form-actions mt-2">
            <Button type="submit" busy={isBusy} busyText={progress === null ? words.saving : words.uploading}>
              {entry ? words.save : kind.addText}
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

/** The dialog that asks for confirmation before the user leaves a form with unsaved changes. */
function LeaveQuestion({ departure, stay, leave }: LeaveGuard) {
  if (!departure) return null
  const { discards } = departure
  return (
    <ConfirmDialog
      title={discards ? words.discardTitle : words.leaveTitle}
      more={discards ? words.discardMore : words.leaveMore}
      confirm={discards ? words.discard : words.leave}
      cancel={words.keepEditing}
      onConfirm={leave}
      onClose={stay}
    />
  )
}

/** A note which says that a brand, a coffee or a packet was added. It has links to the next steps. */
function AddedNote({ added }: { added: Added | null }) {
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

/** A note which says that the form contains a restored draft. It has a button that deletes the draft. */
function DraftNote({ draft, onStartAfresh }: { draft: Draft | null; onStartAfresh: () => void }) {
  function startAfresh({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    focusFirstField(currentTarget.form)
    onStartAfresh()
  }
  return (
    <div role="status" className="form-note">
      {draft && (
        <div className="panel cluster">
          <p>{draft.photoLost ? words.keptWithoutPhoto : words.kept}</p>
          <button type="button" className="link" onClick={startAfresh}>
            {words.startAfresh}
          </button>
        </div>
      )}
    </div>
  )
}
