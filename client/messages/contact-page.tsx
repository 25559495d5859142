import { useMutation } from '@tanstack/react-query'
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

/** The form that sends a message to the shop. The fields keep their text until the message has been sent. */
function ContactForm() {
  const { mail } = usePageState().settings
  const { register, handleSubmit, reset, formState } = useForm<MessageFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (form: HTMLFormElement) => sendMessage(form, mail),
    onSuccess: () => reset(),
  })
  const { errors } = formState
  return (
    <Form onSubmit={handleSubmit((_, event) => mutate(event?.target))}>
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
      <Button type="submit" wide busy={isPending} busyText={words.sending}>
        {words.send}
      </Button>
      <FormError>{error && words.notSent(sendFailureText(error))}</FormError>
      <SentNote sent={isSuccess} />
    </Form>
  )
}

/** The validation rules of the form (specification section 5). The message may be empty. */
export const messageRules = {
  name: { ...nameRules, maxLength: maxLength(MESSAGE_LENGTH.name) },
  email: newEmailRules,
  message: { maxLength: maxLength(MESSAGE_LENGTH.message) },
}

function maxLength(value: number) {
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
