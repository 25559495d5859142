import { useState } from 'react'
import type { ComponentProps } from 'react'
import { PASSWORD_LENGTH } from '#contract/values/limits.ts'
import { TextField } from '#client/ui/fields.tsx'
import { texts, words } from './texts.ts'

/** The validation rules of a password, for the `register` function of react-hook-form (specification section 5). */
export const passwordRules = {
  required: texts.passwordRequired,
  minLength: { value: PASSWORD_LENGTH.least, message: texts.passwordTooShort },
  maxLength: { value: PASSWORD_LENGTH.most, message: words.passwordTooLong },
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & { label?: string }

/**
 * A password field with a button that shows or hides the typed password. The button names the field only for screen
 * readers, so that it does not cover a long label.
 */
export function PasswordField({ label = words.password, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextField
        {...props}
        label={label}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        className="link absolute top-0 right-0 min-h-6 text-sm"
        onClick={() => setShown(!shown)}
      >
        {shown ? words.hide : words.show} <span className="sr-only">{label.toLowerCase()}</span>
      </button>
    </div>
  )
}
