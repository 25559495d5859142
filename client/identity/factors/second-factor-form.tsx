import { useShop } from '#client/lib/page-state.ts'
import { TextField } from '#client/ui/fields.tsx'
import { Button } from '#client/ui/button.tsx'
import { SendingForm, useFirstFocus, useSendingForm } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { useSession } from '../session.tsx'
import { specTexts, words } from '../texts.ts'

/** Asks for the code of the app, or for a recovery code, after the first factor was right. */
export function SecondFactorForm({ onCancel }: { onCancel: () => void }) {
  const { session } = useSession()
  const { loggedIn } = useShop().words
  const form = useSendingForm<{ code: string }>(async ({ code }) => {
    await session.enter((identity) => identity.signInWithCode(code.trim()))
    showSuccess(loggedIn)
  })
  useFirstFocus(form, 'code')
  return (
    <>
      <p className="mb-4">{words.codeLead}</p>
      <SendingForm form={form} button={specTexts.logIn} busyText={words.loggingIn} wide>
        <CodeField {...form.field('code', codeRules)} />
      </SendingForm>
      <p className="mt-4">
        <Button tone="quiet" wide onClick={onCancel}>
          {words.otherLogin}
        </Button>
      </p>
    </>
  )
}

export const codeRules = {
  required: words.codeRequired,
  minLength: { value: 6, message: words.codeRequired },
}

export function CodeField(props: Omit<Parameters<typeof TextField>[0], 'label'>) {
  return (
    <TextField
      label={words.code}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
