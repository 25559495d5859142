import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { errorText } from '#client/lib/api.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { OwnPassword } from './own-password.tsx'
import { words } from './texts.ts'

type Fields = { password: string }

/** The form with which customers delete their account. It asks for the password, and once more whether they mean it. */
export function DeletionForm() {
  const { session } = useSession()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Fields | null>(null)
  const form = useSendingForm<Fields>(async (fields) => setAsking(fields))
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ password }: Fields) => session.identity.deleteAccount(password),
    onSuccess: async () => {
      navigate(pages.home, { replace: true })
      showSuccess(words.deleted)
      // The session has ended with the account. Signing out also removes what this browser has stored.
      await session.signOut().catch(() => undefined)
    },
  })
  return (
    <>
      <SendingForm
        form={{ ...form, isSubmitting: isPending, failure: error ? errorText(error) : undefined }}
        button={words.deleteAccount}
        busyText={words.deleting}
        tone="danger"
      >
        <OwnPassword form={form} />
      </SendingForm>
      {asking && (
        <ConfirmDialog
          title={words.deleteTitle}
          more={words.deleteMore}
          confirm={words.deleteConfirm}
          cancel={words.keepAccount}
          onConfirm={() => mutate(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
