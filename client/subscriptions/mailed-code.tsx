import { useEffect, useEffectEvent, useState } from 'react'
import type { ComponentProps } from 'react'
import { ApiError, errorText, request } from '#client/lib/api.ts'
import { TextField } from '#client/ui/fields.tsx'
import { showError } from '#client/ui/toasts.tsx'
import { words } from './texts.ts'

/**
 * Returns what a form needs whose change a mailed link may not make without a code. `confirm` sends the change, and returns
 * whether it was made. If a code is needed, it mails one, and the form stays open with a field for it. With `wasMailed`, the
 * form has this field from the start.
 */
export function useMailedCode(token: string, wasMailed = false) {
  const [isMailed, setMailed] = useState(wasMailed)
  async function mail(): Promise<void> {
    await request('POST /subscriptions/link/code', { body: { token } })
    setMailed(true)
  }
  async function confirm(send: () => Promise<unknown>): Promise<boolean> {
    try {
      await send()
      return true
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'link-not-enough')) throw error
      await mail()
      return false
    }
  }
  return { isMailed, mail, confirm }
}

/** Returns a typed code as it is sent, or undefined if none was typed. */
export function readCode(typed: string): string | undefined {
  return typed.replaceAll(/\s/g, '') || undefined
}

const rules = {
  required: words.codeMissing,
  validate: (typed: unknown) => /^\d{6}$/.test(readCode(String(typed)) ?? '') || words.codeMissing,
}

type CodeFieldProps = {
  code: Pick<ReturnType<typeof useMailedCode>, 'isMailed' | 'mail'>
  /** Returns the properties of the field, as `field` of the form does. */
  field: (given: typeof rules) => Omit<ComponentProps<typeof TextField>, 'label'>
  focus: () => void
}

/** The field for a code, once one was mailed. It gets the focus then. */
export function CodeField({ code: { isMailed, mail }, field, focus }: CodeFieldProps) {
  const focusNow = useEffectEvent(focus)
  useEffect(() => {
    if (isMailed) focusNow()
  }, [isMailed])
  if (!isMailed) return null
  return (
    <div className="grid gap-2">
      <TextField
        label={words.code}
        hint={words.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field(rules)}
      />
      <p>
        <button
          type="button"
          className="link small"
          onClick={() => void mail().catch((error: unknown) => showError(errorText(error)))}
        >
          {words.newCode}
        </button>
      </p>
    </div>
  )
}
