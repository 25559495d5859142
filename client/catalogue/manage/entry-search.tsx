import { TextField } from '#client/ui/fields.tsx'
import type { Facts } from '../entries/entry-kind.ts'

type EntrySearchProps = { label: string; text: string; onText: (text: string) => void }

/** Narrows a long list down while one types. */
export function EntrySearch({ label, text, onText }: EntrySearchProps) {
  return (
    <search>
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
    </search>
  )
}

/** Whether every word of the search begins or stands somewhere in an entry's name or brand. */
export function matches({ name, note = '' }: Facts, text: string): boolean {
  const heap = `${name} ${note}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => heap.includes(word))
}
