import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { canUsePasskeys } from '#client/identity/factors/passkeys.ts'
import { PasswordField, passwordRules } from '#client/identity/password-field.tsx'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import type { OwnFactors } from '#contract/accounts/factors.ts'
import { shortMomentText } from '#contract/values/dates/date-texts.ts'
import { words } from '../texts.ts'
import { usePasskeys } from './use-passkeys.ts'

/** The passkeys of a customer. Adding and removing one needs the password, if the account has one. */
export function PasskeysPart() {
  const factors = useQuery(callQuery('GET /account/factors'))
  const account = useQuery(callQuery('GET /account'))
  const { register, handleSubmit, formState, getValues, reset } = useForm({
    defaultValues: { name: '', password: '' },
  })
  const { add, remove, failure } = usePasskeys(() => reset())
  const { errors, isSubmitting } = formState
  if (factors.isPending || account.isPending) return <Skeleton className="h-40" />
  if (!factors.data || !account.data) return <LoadError title={words.factorsFailed} query={factors} />
  const { hasPassword } = account.data
  const stepUp = () => (hasPassword ? { password: getValues('password') } : {})
  return (
    <>
      <p>{words.passkeysLead}</p>
      <ul className="sessions">
        {factors.data.passkeys.map((passkey) => (
          <li key={passkey.id} className="panel">
            <Passkey passkey={passkey} onRemove={() => void remove(passkey.id, stepUp())} />
          </li>
        ))}
      </ul>
      <Form onSubmit={handleSubmit(({ name }) => add(name, stepUp()))}>
        {hasPassword && (
          <PasswordField
            label={words.passkeyPassword}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password', passwordRules)}
          />
        )}
        {canUsePasskeys() ? (
          <>
            <TextField
              label={words.passkeyName}
              hint={words.passkeyNameHint}
              error={errors.name?.message}
              {...register('name', { required: words.passkeyNameRequired, maxLength: 60 })}
            />
            <Button type="submit" tone="quiet" busy={isSubmitting} busyText={words.sending}>
              {words.addPasskey}
            </Button>
          </>
        ) : (
          <p className="small">{words.noPasskeysHere}</p>
        )}
        <FormError>{failure}</FormError>
      </Form>
    </>
  )
}

type PasskeyProps = { passkey: OwnFactors['passkeys'][number]; onRemove: () => void }

function Passkey({ passkey: { name, since, usedAt }, onRemove }: PasskeyProps) {
  return (
    <div className="spread">
      <div>
        <p className="font-semibold">{name}</p>
        <p className="small">
          {words.since(shortMomentText(since))}
          {usedAt !== null && <> · {words.lastUsed(shortMomentText(usedAt))}</>}
        </p>
      </div>
      <Button tone="quiet" aria-label={words.removePasskey(name)} onClick={onRemove}>
        {words.remove}
      </Button>
    </div>
  )
}
