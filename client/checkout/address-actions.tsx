import type { SavedAddress } from '#contract/selling/checkout.ts'
import { words } from './texts.ts'

type AddressActionsProps = { saved: SavedAddress; onEdit: () => void; onDelete: () => void }

export function AddressActions({ saved, onEdit, onDelete }: AddressActionsProps) {
  const { name } = saved.address
  return (
    <>
      <button type="button" className="link" aria-label={words.editOf(name)} onClick={onEdit}>
        {words.edit}
      </button>
      <button type="button" className="link" aria-label={words.deleteOf(name)} onClick={onDelete}>
        {words.delete}
      </button>
    </>
  )
}
