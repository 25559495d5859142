import { request } from '#client/lib/api.ts'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { CodeField, readCode, useMailedCode } from './mailed-code.tsx'
import { words } from './texts.ts'
import { keepLink } from './use-subscriptions.ts'

/** A form for the code that was mailed, whose button leads to the page of the payment service. */
export function CardCodeForm({ token, button }: { token: string; button: string }) {
  const code = useMailedCode(token, true)
  const form = useSendingForm<{ code: string }>(
    async (typed) => {
      const body = { token, code: readCode(typed.code) ?? '' }
      const { url } = await request('POST /subscriptions/link/card', { body })
      keepLink(token)
      location.assign(url)
    },
    { defaultValues: { code: '' } },
  )
  return (
    <SendingForm form={form} button={button} busyText={words.opening} tone="quiet">
      <CodeField
        code={code}
        field={(rules) => form.field('code', rules)}
        focus={() => form.setFocus('code')}
      />
    </SendingForm>
  )
}
