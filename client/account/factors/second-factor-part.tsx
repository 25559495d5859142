import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeField, codeRules } from '#client/identity/factors/second-factor-form.tsx'
import { ownPassword } from '#client/identity/identity-client.ts'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { OwnPassword } from '../own-password.tsx'
import { words } from '../texts.ts'

/** The part of the account page in which a customer turns the second factor on and off. */
export function SecondFactorPart() {
  const factors = useQuery(callQuery('GET /account/factors'))
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  if (factors.isPending) return <Skeleton className="h-40" />
  if (!factors.data) return <LoadError title={words.factorsFailed} query={factors} />
  const { hasTotp, recoveryCodes, isNeeded } = factors.data

  function replace(next: string[] | null) {
    setCodes(next)
    // The button that had the focus has disappeared together with its form.
    setTimeout(restoreFocusToHeading)
  }

  async function show(next: string[] | null) {
    replace(next)
    // The permissions of an admin may depend on the second factor.
    await client.invalidateQueries()
  }

  return (
    <>
      {isNeeded && <p role="status">{words.factorNeeded}</p>}
      <p>{hasTotp ? words.factorOn(recoveryCodes) : words.factorLead}</p>
      {codes && <RecoveryCodes codes={codes} onDone={() => replace(null)} />}
      {!codes && !hasTotp && <SetUp onDone={show} />}
      {!codes && hasTotp && (
        <>
          <NewCodes onDone={show} />
          <TurnOff onDone={show} />
        </>
      )}
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

type PartProps = { onDone: (codes: string[] | null) => Promise<void> }

function SetUp({ onDone }: PartProps) {
  const [started, setStarted] = useState<{ secret: string; url: string; qr: string } | null>(null)
  const form = useSendingForm<Fields>(async ({ password, code }) => {
    if (!started) return setStarted(await api('POST /account/totp', { body: ownPassword(password) }))
    const { recoveryCodes } = await api('PUT /account/totp', { body: { code } })
    showSuccess(words.factorTurnedOn)
    await onDone(recoveryCodes)
  })
  if (!started)
    return (
      <SendingForm form={form} button={words.factorSetUp} busyText={words.sending} tone="quiet">
        <OwnPassword form={form} label={words.factorPassword} />
      </SendingForm>
    )
  return (
    <SendingForm form={form} button={words.factorTurnOn} busyText={words.sending} tone="quiet">
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
      <CodeField {...form.field('code', codeRules)} />
    </SendingForm>
  )
}

function NewCodes({ onDone }: PartProps) {
  const form = useSendingForm<Fields>(async ({ code }) => {
    const { recoveryCodes } = await api('POST /account/recoveryCodes', { body: { code } })
    await onDone(recoveryCodes)
  })
  const label = words.newRecoveryCodes
  return (
    <SendingForm form={form} label={label} button={label} busyText={words.sending} tone="quiet">
      <CodeField {...form.field('code', codeRules)} />
    </SendingForm>
  )
}

function TurnOff({ onDone }: PartProps) {
  const form = useSendingForm<Fields>(async ({ password, code }) => {
    await api('POST /account/totp/removal', { body: { code, ...ownPassword(password) } })
    showSuccess(words.factorTurnedOff)
    await onDone(null)
  })
  const label = words.factorTurnOff
  return (
    <SendingForm form={form} label={label} button={label} busyText={words.sending} tone="quiet">
      <OwnPassword form={form} label={words.factorPassword} />
      <CodeField {...form.field('code', codeRules)} />
    </SendingForm>
  )
}

type Fields = { password: string; code: string }
