import { TextField } from '#client/ui/text-field.tsx'
import type { Facts } from '../entries/entry-kind.ts'
import { words } from './texts.ts'
import type { Noun } from './texts.ts'

type EntrySearchProps = { noun: Noun; text: string; onText: (text: string) => void }

/** Narrows a long list down while one types. */
export function EntrySearch({ noun, text, onText }: EntrySearchProps) {
  return (
    <search>
      <TextField
        label={words.search(noun)}
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
