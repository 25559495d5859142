import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { canUsePasskeys, makePasskey, passkeyError } from '#client/identity/factors/passkeys.ts'
import { ownPassword } from '#client/identity/identity-client.ts'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, FormError, useSendingForm } from '#client/ui/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { shortMomentText } from '#contract/values/dates/date-texts.ts'
import { OwnPassword } from '../own-password.tsx'
import { words } from '../texts.ts'

/** The passkeys of a customer. Adding and removing one needs the password, if the account has one. */
export function PasskeysPart() {
  const factors = useQuery(callQuery('GET /account/factors'))
  const { form, remove, isRemoving } = usePasskeys()
  if (factors.isPending) return <Skeleton className="h-40" />
  if (!factors.data) return <LoadError title={words.factorsFailed} query={factors} />
  return (
    <>
      <p>{words.passkeysLead}</p>
      <ul className="sessions">
        {factors.data.passkeys.map((passkey) => (
          <li key={passkey.id} className="panel">
            <Passkey passkey={passkey} busy={isRemoving} onRemove={() => remove(passkey.id)} />
          </li>
        ))}
      </ul>
      <Form onSubmit={form.submit}>
        <OwnPassword form={form} label={words.passkeyPassword} />
        {canUsePasskeys() ? (
          <>
            <TextField
              label={words.passkeyName}
              hint={words.passkeyNameHint}
              {...form.field('name', { required: words.passkeyNameRequired, maxLength: 60 })}
            />
            <Button type="submit" tone="quiet" busy={form.isSubmitting} busyText={words.sending}>
              {words.addPasskey}
            </Button>
          </>
        ) : (
          <p className="small">{words.noPasskeysHere}</p>
        )}
        <FormError>{form.failure}</FormError>
      </Form>
    </>
  )
}

/** Returns the form that adds a passkey, and a function that removes one with the password in the form. */
function usePasskeys() {
  const client = useQueryClient()
  const form = useSendingForm(
    ({ name }) =>
      run(words.passkeyAdded, async () => {
        const credential = await makePasskey(await api('POST /account/passkeyOptions', { body: stepUp() }))
        await api('POST /account/passkeys', { body: { name, credential } })
        form.resetField('name')
      }),
    { defaultValues: { name: '', password: '' } },
  )
  const stepUp = () => ownPassword(form.getValues('password'))

  async function run(done: string, act: () => Promise<unknown>) {
    form.setFailure(null)
    try {
      await act()
      showSuccess(done)
      form.resetField('password')
      await client.invalidateQueries()
    } catch (error) {
      form.setFailure(passkeyError(error))
    }
  }

  const { mutate: remove, isPending: isRemoving } = useMutation({
    mutationFn: (id: string) =>
      run(words.passkeyRemoved, () =>
        api('POST /account/passkey/{id}/removal', { params: { id }, body: stepUp() }),
      ),
    // The button that had the focus has disappeared together with its passkey.
    onSettled: () => void setTimeout(restoreFocusToHeading),
  })

  return { form, remove, isRemoving }
}

type PasskeyProps = {
  passkey: { name: string; since: number; usedAt: number | null }
  busy: boolean
  onRemove: () => void
}

function Passkey({ passkey: { name, since, usedAt }, busy, onRemove }: PasskeyProps) {
  return (
    <div className="spread">
      <div>
        <p className="font-medium">{name}</p>
        <p className="small">
          {words.since(shortMomentText(since))}
          {usedAt !== null && <> · {words.lastUsed(shortMomentText(usedAt))}</>}
        </p>
      </div>
      <Button
        tone="quiet"
        busy={busy}
        aria-label={words.removePasskey(name)}
        // A second click could remove the next passkey of the list.
        noDoubleClick
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </div>
  )
}
