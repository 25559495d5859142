import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmailField, emailRules } from '#client/ui/person-fields.tsx'
import { pages } from '#contract/pages.ts'
import { words } from './texts.ts'

type AskForLinkProps = { title: string; lead: string; canLogIn?: boolean }

/** A page with a form that mails a link to the subscriptions of an address. */
export function AskForLink({ title, lead, canLogIn = false }: AskForLinkProps) {
  const { sendsMail } = usePageState().settings
  return (
    <div className="page">
      <div className="mx-auto grid max-w-md gap-6">
        <PageTitle title={title} />
        <p>{lead}</p>
        {canLogIn && (
          <p>
            <ButtonLink tone="quiet" to={pages.login} state={{ from: pages.subscriptions }}>
              {words.logIn}
            </ButtonLink>
          </p>
        )}
        {sendsMail ? <LinkForm /> : <WriteToUs />}
      </div>
    </div>
  )
}

function WriteToUs() {
  return (
    <p>
      {words.byMessage}{' '}
      <PageLink to={pages.contact} className="link">
        {words.writeToUs}
      </PageLink>
    </p>
  )
}

const numberRules = { pattern: { value: /^\s*#?\s*\d{0,9}\s*$/, message: words.orderNumberWrong } }

/** The form, and then a text in its place that does not say whether there are such subscriptions. */
function LinkForm() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useSendingForm<{ email: string; number: string }>(async (fields) => {
    const [email, number] = [fields.email.trim(), Number(fields.number.replace('#', '').trim())]
    await api('POST /subscriptions/links', { body: { email, ...(number > 0 && { number }) } })
    setSentTo(email)
  })
  if (sentTo !== null)
    return (
      <p role="status" className="panel wrap-anywhere">
        {words.mailed(sentTo)}
      </p>
    )
  return (
    <SendingForm form={form} button={words.mailLink} busyText={words.sending} wide>
      <EmailField autoComplete="email" {...form.field('email', emailRules)} />
      <TextField
        label={words.orderNumber}
        hint={words.orderNumberHint}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('number', numberRules)}
      />
    </SendingForm>
  )
}
