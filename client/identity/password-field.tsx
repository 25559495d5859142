import { useState } from 'react'
import type { ComponentProps } from 'react'
import { TextField } from '#client/ui/text-field.tsx'
import { words } from './texts.ts'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>

/** A password, hidden until somebody wants to see what they type. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextField
        {...props}
        label={words.password}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        className="link absolute top-0 right-0 min-h-6 text-sm"
        onClick={() => setShown(!shown)}
      >
        {shown ? words.hidePassword : words.showPassword}
      </button>
    </div>
  )
}
