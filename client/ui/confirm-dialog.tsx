import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { words } from './texts.ts'

type ConfirmDialogProps = {
  title: string
  more: ReactNode
  confirm: string
  /** The text of the button that closes the dialog without confirming. */
  cancel?: string
  /** The colours of the button that confirms. */
  tone?: 'danger' | 'primary'
  /** True while the text in `more` is loading. The Confirm button ignores clicks during this time. */
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/**
 * A dialog that asks the user to confirm an action. At first the Cancel button has the focus. The Escape key also
 * means Cancel.
 */
export function ConfirmDialog({
  title,
  more,
  confirm,
  cancel = words.cancel,
  tone = 'danger',
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  function agree() {
    close()
    onConfirm()
  }
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="popup confirm p-6"
      aria-labelledby={id}
      aria-describedby={`${id}more`}
      onClose={onClose}
    >
      <h2 id={id} className="text-xl wrap-anywhere">
        {title}
      </h2>
      <div id={`${id}more`} className="grid gap-3">
        {more}
      </div>
      <div className="cluster justify-end">
        <Button tone="quiet" onClick={close}>
          {cancel}
        </Button>
        <Button tone={tone} busy={busy} onClick={agree}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
