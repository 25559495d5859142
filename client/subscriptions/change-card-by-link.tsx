import { request } from '#client/lib/api.ts'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { CodeField, readCode, useMailedCode } from './mailed-code.tsx'
import { words } from './texts.ts'
import { KEPT_LINK } from './use-subscriptions.ts'

/** A button that mails a code, and then leads to the page of the payment service. */
export function ChangeCardByLink({ token, text }: { token: string; text: string }) {
  const code = useMailedCode(token)
  const form = useSendingForm<{ code: string }>(
    async (typed) => {
      const given = readCode(typed.code)
      if (given === undefined) return code.mail()
      const { url } = await request('POST /subscriptions/link/card', { body: { token, code: given } })
      sessionStorage.setItem(KEPT_LINK, token)
      location.assign(url)
    },
    { defaultValues: { code: '' } },
  )
  return (
    <SendingForm form={form} button={text} busyText={words.opening} tone={code.isMailed ? 'quiet' : 'link'}>
      <CodeField
        code={code}
        field={(rules) => form.field('code', rules)}
        focus={() => form.setFocus('code')}
      />
    </SendingForm>
  )
}
