import type { ComponentProps } from 'react'
import { get } from 'react-hook-form'
import type { FieldError, FieldPathByValue, UseFormReturn } from 'react-hook-form'
import { TextArea, TextField } from '#client/ui/fields.tsx'
import type { ProfileFields } from './profile-fields.ts'

type Registered = {
  form: UseFormReturn<ProfileFields>
  name: FieldPathByValue<ProfileFields, string>
  /** Returns true, or the message that is shown under the input. */
  validate?: ((text: string) => true | string) | undefined
}

type Props<Input> = Registered & Omit<Input, keyof Registered | 'error'>

/** An input for one line of the profile, with its error message. */
export function ProfileText({ form, name, validate, ...rest }: Props<ComponentProps<typeof TextField>>) {
  return <TextField autoComplete="off" {...rest} {...registered({ form, name, validate })} />
}

/** An input for several lines of the profile, with its error message. */
export function ProfileTextArea({ form, name, validate, ...rest }: Props<ComponentProps<typeof TextArea>>) {
  return <TextArea {...rest} {...registered({ form, name, validate })} />
}

function registered({ form, name, validate }: Registered) {
  const error: FieldError | undefined = get(form.formState.errors, name)
  return { ...form.register(name, { ...(validate && { validate }) }), error: error?.message }
}
