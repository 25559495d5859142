import { useForm } from 'react-hook-form'
import { useState } from 'react'
import { errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { useSession } from '../session.tsx'
import { texts, words } from '../texts.ts'

/** Asks for the code of the app, or for a recovery code, after the first factor was right. */
export function SecondFactorForm({ onCancel }: { onCancel: () => void }) {
  const { signInWithCode } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState

  async function send({ code }: { code: string }) {
    setFailure(null)
    try {
      await signInWithCode(code.trim())
      showSuccess(texts.loggedIn)
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  return (
    <>
      <p className="mb-4">{words.codeLead}</p>
      <Form onSubmit={handleSubmit(send)}>
        <CodeField error={errors.code?.message} {...register('code', codeRules)} />
        <Button type="submit" wide busy={isSubmitting} busyText={words.loggingIn}>
          {texts.logIn}
        </Button>
        <FormError>{failure}</FormError>
        <Button type="button" tone="quiet" wide onClick={onCancel}>
          {words.otherLogin}
        </Button>
      </Form>
    </>
  )
}

export const codeRules = {
  required: words.codeRequired,
  minLength: { value: 6, message: words.codeRequired },
}

type CodeFieldProps = Omit<Parameters<typeof TextField>[0], 'label'>

/** A field for a code of the app or a recovery code. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      label={words.code}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
