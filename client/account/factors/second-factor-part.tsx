import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordField, passwordRules } from '#client/identity/password-field.tsx'
import { CodeField, codeRules } from '#client/identity/factors/second-factor-form.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { OwnFactors } from '#contract/accounts/factors.ts'
import { words } from '../texts.ts'

const FACTORS = callQuery('GET /account/factors')

/** The part of the account page in which a customer turns the second factor on and off. */
export function SecondFactorPart() {
  const factors = useQuery(FACTORS)
  const account = useQuery(callQuery('GET /account'))
  if (factors.isPending || account.isPending) return <Skeleton className="h-40" />
  if (!factors.data || !account.data) return <LoadError title={words.factorsFailed} query={factors} />
  return <Loaded factors={factors.data} hasPassword={account.data.hasPassword} />
}

function Loaded({ factors, hasPassword }: { factors: OwnFactors; hasPassword: boolean }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const client = useQueryClient()
  const { hasTotp, recoveryCodes, isNeeded } = factors

  async function show(next: string[] | null) {
    setCodes(next)
    // The permissions of an admin may depend on the second factor.
    await client.invalidateQueries()
  }

  return (
    <>
      {isNeeded && <p role="status">{words.factorNeeded}</p>}
      <p>{hasTotp ? words.factorOn(recoveryCodes) : words.factorLead}</p>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : (
        <Changes hasTotp={hasTotp} hasPassword={hasPassword} onDone={show} />
      )}
    </>
  )
}

function Changes({ hasTotp, ...props }: PartProps & { hasTotp: boolean }) {
  if (!hasTotp) return <SetUp {...props} />
  return (
    <>
      <NewCodes {...props} />
      <TurnOff {...props} />
    </>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div role="status" className="panel grid gap-3">
      <p>{words.recoveryLead}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        <Button tone="quiet" onClick={onDone}>
          {words.recoverySaved}
        </Button>
      </p>
    </div>
  )
}

type Started = { secret: string; url: string; qr: string }
type PartProps = { hasPassword: boolean; onDone: (codes: string[] | null) => Promise<void> }

function SetUp({ hasPassword, onDone }: PartProps) {
  const [started, setStarted] = useState<Started | null>(null)
  const form = useFactorForm(async ({ password, code }) => {
    if (!started)
      return setStarted(await api('POST /account/totp', { body: hasPassword ? { password } : {} }))
    const { recoveryCodes } = await api('PUT /account/totp', { body: { code } })
    showSuccess(words.factorTurnedOn)
    await onDone(recoveryCodes)
  })
  return (
    <Form onSubmit={form.submit}>
      {started ? (
        <>
          <p>{words.scan}</p>
          <img src={started.qr} alt={words.qrCode} width={220} height={220} />
          <p className="wrap-anywhere">
            {words.orType} <code>{started.secret}</code>
          </p>
          <p>
            <a href={started.url} className="link">
              {words.openApp}
            </a>
          </p>
          <CodeField error={form.errors.code?.message} {...form.register('code', codeRules)} />
        </>
      ) : (
        hasPassword && <OwnPassword form={form} />
      )}
      <Button type="submit" tone="quiet" busy={form.isSubmitting} busyText={words.sending}>
        {started ? words.factorTurnOn : words.factorSetUp}
      </Button>
      <FormError>{form.failure}</FormError>
    </Form>
  )
}

function NewCodes({ onDone }: Pick<PartProps, 'onDone'>) {
  const form = useFactorForm(async ({ code }) => {
    const { recoveryCodes } = await api('POST /account/recoveryCodes', { body: { code } })
    await onDone(recoveryCodes)
  })
  return (
    <Form onSubmit={form.submit} aria-label={words.newRecoveryCodes}>
      <CodeField error={form.errors.code?.message} {...form.register('code', codeRules)} />
      <Button type="submit" tone="quiet" busy={form.isSubmitting} busyText={words.sending}>
        {words.newRecoveryCodes}
      </Button>
      <FormError>{form.failure}</FormError>
    </Form>
  )
}

function TurnOff({ hasPassword, onDone }: PartProps) {
  const form = useFactorForm(async ({ password, code }) => {
    const body = { code, ...(hasPassword && { password }) }
    await api('POST /account/totp/removal', { body })
    showSuccess(words.factorTurnedOff)
    await onDone(null)
  })
  return (
    <Form onSubmit={form.submit} aria-label={words.factorTurnOff}>
      {hasPassword && <OwnPassword form={form} />}
      <CodeField error={form.errors.code?.message} {...form.register('code', codeRules)} />
      <Button type="submit" tone="quiet" busy={form.isSubmitting} busyText={words.sending}>
        {words.factorTurnOff}
      </Button>
      <FormError>{form.failure}</FormError>
    </Form>
  )
}

type Fields = { password: string; code: string }

function useFactorForm(send: (fields: Fields) => Promise<void>) {
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<Fields>({ defaultValues: { password: '', code: '' } })
  const submit = handleSubmit(async (fields) => {
    setFailure(null)
    await send(fields).catch((error: unknown) => setFailure(errorText(error)))
  })
  return { register, submit, failure, errors: formState.errors, isSubmitting: formState.isSubmitting }
}

function OwnPassword({ form }: { form: ReturnType<typeof useFactorForm> }) {
  return (
    <PasswordField
      label={words.factorPassword}
      autoComplete="current-password"
      error={form.errors.password?.message}
      {...form.register('password', passwordRules)}
    />
  )
}
