import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkPage } from '#client/identity/links/link-page.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { FormError, SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { EmailField, emailRules } from '#client/ui/person-fields.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

/**
 * The page `/withdraw`, on which a consumer withdraws from an order without logging in. The form sends a mail, whose link
 * leads to this page, too: `/withdraw#<token>`. Directive (EU) 2023/2673 requires two steps.
 */
export function WithdrawPage() {
  const { sendsMail, hasWithdrawal } = usePageState().settings
  return (
    <LinkPage
      page={pages.withdraw}
      title={words.withdraw}
      noToken={sendsMail && hasWithdrawal ? <WithdrawalForm /> : <WriteToUs />}
      way={null}
    >
      {(token) => <Confirmation key={token} token={token} />}
    </LinkPage>
  )
}

function WriteToUs() {
  return (
    <p>
      {words.withdrawByMessage}{' '}
      <PageLink to={pages.contact} className="link">
        {words.writeToUs}
      </PageLink>
    </p>
  )
}

const numberRules = {
  required: words.orderNumberMissing,
  pattern: { value: /^\s*\d{1,9}\s*$/, message: words.orderNumberWrong },
}

/** The form, and then a text in its place that does not say whether there is such an order. */
function WithdrawalForm() {
  const [sent, setSent] = useState<{ number: string; email: string } | null>(null)
  const form = useSendingForm<{ number: string; email: string }>(async (fields) => {
    const [number, email] = [fields.number.trim(), fields.email.trim()]
    await api('POST /withdrawals', { body: { number: Number(number), email } })
    setSent({ number, email })
  })
  if (sent)
    return (
      <p role="status" className="panel mt-6 wrap-anywhere">
        {words.withdrawalMailed(sent.number, sent.email)}
      </p>
    )
  return (
    <>
      <p className="mb-8">{words.withdrawLead}</p>
      <SendingForm form={form} button={words.withdraw} busyText={words.sending} wide>
        <TextField
          label={words.orderNumber}
          hint={words.orderNumberHint}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('number', numberRules)}
        />
        <EmailField autoComplete="email" {...form.field('email', emailRules)} />
      </SendingForm>
    </>
  )
}

function Confirmation({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api('POST /withdrawals/link', { body: { token } }),
  })
  if (data)
    return (
      <p role="status" className="panel mt-4">
        {words.withdrawnByLink(data.number)}
      </p>
    )
  return (
    <div className="mt-4 grid gap-4">
      <p>{words.confirmWithdrawalLead}</p>
      <p>
        <Button busy={isPending} busyText={words.sending} onClick={() => mutate()}>
          {words.confirmWithdrawal}
        </Button>
      </p>
      <FormError>{error && errorText(error)}</FormError>
    </div>
  )
}
