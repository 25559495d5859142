import { useMutation } from '@tanstack/react-query'
import { api, errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { showError } from '#client/ui/toasts.tsx'
import { AccountLayout, AccountPart } from './account-layout.tsx'
import { DeletionForm } from './deletion-form.tsx'
import { PasskeysPart } from './factors/passkeys-part.tsx'
import { SecondFactorPart } from './factors/second-factor-part.tsx'
import { SessionList } from './session-list.tsx'
import { words } from './texts.ts'

/** The page `/account/privacy`: sessions, the second factor, passkeys, the export of data, and deleting the account. */
export function PrivacyPage() {
  const { firebase } = usePageState().settings
  return (
    <AccountLayout title={words.privacyTitle}>
      <div className="profile">
        <AccountPart title={words.sessions}>
          <SessionList />
        </AccountPart>
        <AccountPart title={words.secondFactor}>
          <SecondFactorPart />
        </AccountPart>
        {!firebase && (
          <AccountPart title={words.passkeys}>
            <PasskeysPart />
          </AccountPart>
        )}
        <AccountPart title={words.data}>
          <p>{words.dataLead}</p>
          <ExportButton />
        </AccountPart>
        <AccountPart title={words.deletion}>
          <p>{words.deletionLead}</p>
          <DeletionForm />
        </AccountPart>
      </div>
    </AccountLayout>
  )
}

/** The button with which customers download everything that the shop stores about them, as a JSON file. */
function ExportButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('GET /account/export'),
    onSuccess: (data) => save(JSON.stringify(data, null, 2)),
    onError: (error) => showError(errorText(error)),
  })
  return (
    <p>
      <Button tone="quiet" busy={isPending} busyText={words.collecting} onClick={() => mutate()}>
        {words.download}
      </Button>
    </p>
  )
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'my-data.json'
  link.click()
  // Firefox begins the download only after this function has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
