import { useState } from 'react'
import type { BaseSyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form-error.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { emailRules, messageRules, nameRules } from './rules.ts'
import { sendFailureText, sendMessage } from './send-message.ts'
import { words } from './texts.ts'

type MessageFields = { name: string; email: string; message: string }

type Outcome = { sent: boolean; failure: string | null }

const NOTHING_YET: Outcome = { sent: false, failure: null }

/** Sends a message to the shop. What was typed stays until it has really gone. */
export function ContactForm() {
  const { mail } = usePageState().settings
  const [outcome, setOutcome] = useState(NOTHING_YET)
  const { register, handleSubmit, reset, formState } = useForm<MessageFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  async function send(_: MessageFields, event?: BaseSyntheticEvent) {
    setOutcome(NOTHING_YET)
    try {
      await sendMessage(event?.target, mail)
      reset()
      setOutcome({ sent: true, failure: null })
    } catch (reason) {
      setOutcome({ sent: false, failure: words.notSent(sendFailureText(reason)) })
    }
  }

  const { errors, isSubmitting } = formState
  return (
    <Form onSubmit={handleSubmit(send)}>
      <TextField
        label={words.name}
        autoComplete="name"
        error={errors.name?.message}
        {...register('name', nameRules)}
      />
      <TextField
        label={words.email}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email', emailRules)}
      />
      <TextArea
        label={words.message}
        error={errors.message?.message}
        {...register('message', messageRules)}
      />
      <Button type="submit" wide busy={isSubmitting} busyText={words.sending}>
        {words.send}
      </Button>
      <FormError>{outcome.failure}</FormError>
      <SentNote sent={outcome.sent} />
    </Form>
  )
}

function SentNote({ sent }: { sent: boolean }) {
  return (
    <div role="status">
      {sent && (
        <p className="rounded-box border border-success p-4">
          <strong>{words.sent}.</strong> {words.sentMore}
        </p>
      )}
    </div>
  )
}
