import { useEffect, useId, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import './confirm.css'
import { words } from '../texts.ts'

type ConfirmDialogProps = { title: string; more: string; confirm: string; onConfirm: () => void; onClose: () => void }

/** Asks before something that cannot be taken back. Cancel has the focus first; Escape is the same as Cancel. */
export function ConfirmDialog({ title, more, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  function agree() {
    close()
    onConfirm()
  }
  return (
    <dialog ref={dialog} role="alertdialog" className="confirm" aria-labelledby={id} aria-describedby={`${id}more`} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <p id={`${id}more`}>{more}</p>
      <div className="choices">
        <Button tone="quiet" onClick={close}>
          {words.cancel}
        </Button>
        <Button tone="danger" onClick={agree}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
