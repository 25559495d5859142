import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordField, passwordRules } from '#client/identity/password-field.tsx'
import { useSession } from '#client/identity/session.tsx'
import { errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

type Fields = { password: string }

/** The form with which customers delete their account. It asks for the password, and once more whether they mean it. */
export function DeletionForm() {
  const account = useQuery(callQuery('GET /account'))
  const hasPassword = account.data?.hasPassword ?? true
  const [asking, setAsking] = useState<Fields | null>(null)
  const { failure, isDeleting, remove } = useDeletion(hasPassword)
  const { register, handleSubmit, formState } = useForm<Fields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  return (
    <Form onSubmit={handleSubmit(setAsking)}>
      {hasPassword && (
        <PasswordField
          label={words.passwordAgain}
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password', passwordRules)}
        />
      )}
      <Button type="submit" tone="danger" busy={isDeleting} busyText={words.deleting}>
        {words.deleteAccount}
      </Button>
      <FormError>{failure}</FormError>
      {asking && (
        <ConfirmDialog
          title={words.deleteTitle}
          more={words.deleteMore}
          confirm={words.deleteConfirm}
          cancel={words.keepAccount}
          onConfirm={() => void remove(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </Form>
  )
}

function useDeletion(hasPassword: boolean) {
  const { signOut, identity } = useSession()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)

  async function remove({ password }: Fields) {
    setFailure(null)
    setDeleting(true)
    try {
      await identity.deleteAccount(hasPassword ? password : undefined)
      navigate(pages.home, { replace: true })
      showSuccess(words.deleted)
      // The session has ended with the account. Signing out also removes what this browser has stored.
      await signOut().catch(() => undefined)
    } catch (error) {
      setFailure(errorText(error))
      setDeleting(false)
    }
  }

  return { failure, isDeleting, remove }
}
