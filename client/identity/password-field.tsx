import { useState } from 'react'
import type { ComponentProps } from 'react'
import { NAME_LENGTH, PASSWORD_LENGTH } from '#contract/values/limits.ts'
import { useShop } from '#client/lib/page-state.ts'
import { TextField } from '#client/ui/fields.tsx'
import { nameRules } from '#client/ui/person-fields.tsx'
import { specTexts, words } from './texts.ts'

/** The validation rules of the name of an account, for the `register` function of react-hook-form. */
export const accountNameRules = {
  ...nameRules,
  maxLength: { value: NAME_LENGTH, message: words.nameTooLong },
}

export type PasswordRules = ReturnType<typeof usePasswordRules>

/** Returns the validation rules of a password (specification section 5). */
export function usePasswordRules() {
  const { shortPassword } = useShop().words
  return {
    required: specTexts.passwordRequired,
    minLength: { value: PASSWORD_LENGTH.min, message: shortPassword },
    maxLength: { value: PASSWORD_LENGTH.max, message: words.passwordTooLong },
  }
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
