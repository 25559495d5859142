import { useState } from 'react'
import type { BaseSyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/fields.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { ShopContact } from '#client/ui/shop/shop-contact.tsx'
import { EmailField, newEmailRules, NameField, nameRules } from '#client/ui/person-fields.tsx'
import { MESSAGE_LENGTH } from '#contract/values/limits.ts'
import { sendFailureText, sendMessage } from './send-message.ts'
import { words } from './texts.ts'

/** The contact page, `/contact` (specification section 2, Contact). */
export function ContactPage() {
  return (
    <div className="page">
      <div className="mx-auto max-w-xl">
        <PageTitle title={words.title}>{words.heading}</PageTitle>
        <p className="mt-2 mb-8">{words.lead}</p>
        <ContactForm />
        <ShopContact />
      </div>
    </div>
  )
}

type MessageFields = { name: string; email: string; message: string }

type Sending = { sent: boolean; failure: string | null }

const NOT_TRIED: Sending = { sent: false, failure: null }

/** The form that sends a message to the shop. The fields keep their text until the message has been sent. */
function ContactForm() {
  const { mail } = usePageState().settings
  const [sending, setSending] = useState(NOT_TRIED)
  const { register, handleSubmit, reset, formState } = useForm<MessageFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function send(_: MessageFields, event?: BaseSyntheticEvent) {
    setSending(NOT_TRIED)
    try {
      await sendMessage(event?.target, mail)
      reset()
      setSending({ sent: true, failure: null })
    } catch (reason) {
      setSending({ sent: false, failure: words.notSent(sendFailureText(reason)) })
    }
  }

  const { errors, isSubmitting } = formState
  return (
    <Form onSubmit={handleSubmit(send)}>
      <NameField error={errors.name?.message} {...register('name', messageRules.name)} />
      <EmailField
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', messageRules.email)}
      />
      <TextArea
        label={words.message}
        error={errors.message?.message}
        {...register('message', messageRules.message)}
      />
      <Button type="submit" wide busy={isSubmitting} busyText={words.sending}>
        {words.send}
      </Button>
      <FormError>{sending.failure}</FormError>
      <SentNote sent={sending.sent} />
    </Form>
  )
}

/** The validation rules of the form (specification section 5). The message may be empty. */
export const messageRules = {
  name: { ...nameRules, maxLength: atMost(MESSAGE_LENGTH.name) },
  email: newEmailRules,
  message: { maxLength: atMost(MESSAGE_LENGTH.message) },
}

function atMost(value: number) {
  return { value, message: words.tooLong(value) }
}

function SentNote({ sent }: { sent: boolean }) {
  const { demo } = usePageState().settings
  return (
    <div role="status">
      {sent && (
        <p className="panel border-success">
          <strong>{words.sent}.</strong> {demo ? words.demoSentMore : words.sentMore}
        </p>
      )}
    </div>
  )
}
