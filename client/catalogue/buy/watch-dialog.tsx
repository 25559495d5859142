import { useRef, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { EmailField, newEmailRules } from '#client/ui/person-fields.tsx'
import type { Product } from '#contract/catalogue.ts'
import { words } from '../texts.ts'

/** A dialog in which a visitor enters an address for the mail about a sold-out product. It is confirmed by a mailed link. */
export function WatchDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { _id: id, name } = product
  const dialog = useRef<HTMLDialogElement>(null)
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const form = useSendingForm<{ email: string }>(async (fields) => {
    const email = fields.email.trim()
    await api('POST /watchedProducts/{id}/link', { params: { id }, body: { email } })
    setMailedTo(email)
  })
  return (
    <Dialog ref={dialog} title={words.watchTitle(name)} onClose={onClose}>
      {mailedTo === null ? (
        <SendingForm form={form} button={words.watch} busyText={words.sendingAddress} wide>
          <EmailField autoComplete="email" hint={words.watchHint} {...form.field('email', newEmailRules)} />
        </SendingForm>
      ) : (
        <p ref={focusNow} tabIndex={-1} className="wrap-anywhere">
          {words.watchMailed(mailedTo)}
        </p>
      )}
      <Button tone="quiet" wide onClick={() => dialog.current?.close()}>
        {mailedTo === null ? words.doNotWatch : words.close}
      </Button>
    </Dialog>
  )
}

/** Moves the focus to the text that has replaced the form, so that screen readers read it. */
function focusNow(text: HTMLParagraphElement | null): void {
  text?.focus()
}
