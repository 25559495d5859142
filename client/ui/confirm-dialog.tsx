import { useEffect, useId, useRef, useState } from 'react'
import type { ComponentProps, MouseEvent, ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'
import { words } from './texts.ts'

type DialogProps = {
  /** With it, the caller closes the dialog. */
  ref: RefObject<HTMLDialogElement | null>
  title: string
  /** What a screen reader reads after the title, in a dialog that asks a question. */
  question?: ReactNode
  /** Called after the dialog was closed, also with the Escape key. */
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, which is open for as long as it is rendered. */
export function Dialog({ ref, title, question, onClose, children }: DialogProps) {
  const id = useId()
  useEffect(() => ref.current?.showModal(), [ref])
  return (
    <dialog
      ref={ref}
      role={question === undefined ? undefined : 'alertdialog'}
      className="popup confirm"
      aria-labelledby={id}
      aria-describedby={question === undefined ? undefined : `${id}more`}
      onClose={onClose}
    >
      <h2 id={id} className="wrap-anywhere">
        {title}
      </h2>
      {question !== undefined && (
        <div id={`${id}more`} className="grid gap-3">
          {question}
        </div>
      )}
      {children}
    </dialog>
  )
}

type ConfirmDialogProps = {
  title: string
  more: ReactNode
  confirm: string
  /** The text of the button that closes the dialog without confirming. */
  cancel?: string
  /** The colours of the button that confirms. */
  tone?: 'danger' | 'primary'
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
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  function agree() {
    close()
    onConfirm()
  }
  return (
    <Dialog ref={dialog} title={title} question={more} onClose={onClose}>
      <div className="cluster justify-end">
        <Button tone="quiet" onClick={close}>
          {cancel}
        </Button>
        <Button tone={tone} onClick={agree}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}

type ConfirmButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  children: string
  /** The question in the dialog, or null if the button acts at once. Its button has the text of this one by default. */
  question: (Omit<ConfirmDialogProps, 'confirm' | 'onConfirm' | 'onClose'> & { confirm?: string }) | null
  onConfirm: () => void
}

export function ConfirmButton({ question, onConfirm, children, ...button }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  function press({ detail }: MouseEvent): void {
    if (question) setIsAsking(true)
    // Ignores the second click of a double click, which could undo the change of the first.
    else if (detail < 2) onConfirm()
  }
  return (
    <>
      <Button {...button} onClick={press}>
        {children}
      </Button>
      {question && isAsking && (
        <ConfirmDialog
          confirm={children}
          {...question}
          onConfirm={() => {
            // The action may take the question away before the dialog says that it was closed.
            setIsAsking(false)
            onConfirm()
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
