import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ConfirmButton } from '#client/ui/confirm-dialog.tsx'
import { FormError } from '#client/ui/form.tsx'
import { useBarHeight } from '#client/ui/use-bar-height.ts'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { words } from './texts.ts'
import type { ProfileFormState } from './use-profile-form.ts'

/** What is saved and published, and the buttons that change it. They stick to the bottom of the window. */
export function ProfileActions({ state }: { state: ProfileFormState }) {
  const { failure, running, status, publish, discard } = state
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, true)
  return (
    <div ref={bar} className="form-bar">
      <p className="settings-status small" role="status" aria-label={words.statusOf}>
        {words.status[status]}
      </p>
      <FormError>{failure}</FormError>
      {status !== 'published' && (
        <ConfirmButton
          tone="danger"
          busy={running === 'discard'}
          question={{ title: words.discardTitle, more: words.discardMore }}
          onConfirm={() => void discard()}
        >
          {words.discard}
        </ConfirmButton>
      )}
      <Button type="submit" tone="quiet" busy={running === 'save'} busyText={formWords.saving}>
        {words.saveDraft}
      </Button>
      <Button busy={running === 'publish'} busyText={words.publishing} onClick={() => void publish()}>
        {words.publish}
      </Button>
    </div>
  )
}
