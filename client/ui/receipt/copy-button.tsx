import { useState } from 'react'
import type { ReactNode } from 'react'
import { showError } from '#client/ui/toasts.tsx'

const words = { copied: 'Copied', notCopied: 'Your browser does not allow copying' }

/** The button copies `text`, and `label` names that text. `otherwise` is shown where nothing can be copied. */
type CopyButtonProps = { text: string; label: string; children: string; otherwise?: ReactNode }

/** A button that copies a text, and then says so. Browsers copy only on pages with HTTPS. */
export function CopyButton({ text, label, children, otherwise }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  if (!('clipboard' in globalThis.navigator)) return otherwise
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showError(words.notCopied),
    )
  return (
    <>
      <button type="button" className="link" aria-label={label} onClick={copy}>
        {children}
      </button>
      <span role="status" className="small">
        {isCopied && words.copied}
      </span>
    </>
  )
}
