import { useState } from 'react'
import { LinkAction } from '#client/identity/links/link-action.tsx'
import { LinkPage } from '#client/identity/links/link-page.tsx'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { TextField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
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
      {(token) => (
        <LinkAction
          key={token}
          lead={words.confirmWithdrawalLead}
          button={words.confirmWithdrawal}
          busyText={words.sending}
          act={() => withdraw(token)}
        />
      )}
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

async function withdraw(token: string): Promise<string> {
  const { number } = await api('POST /withdrawals/link', { body: { token } })
  return words.withdrawnByLink(number)
}
