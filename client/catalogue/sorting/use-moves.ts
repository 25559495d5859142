import { useRef, useState } from 'react'
import { moveInList } from './move-in-list.ts'
import type { Sortable } from './move-in-list.ts'
import { words } from './texts.ts'

/**
 * Saves that an item is placed after the item `previous`, or first if `previous` is null. Resolves to false if it failed,
 * and never rejects.
 */
export type OnMove = (item: Sortable, previous: string | null) => Promise<boolean>

/**
 * Returns the items in the order to show, whether a move is being saved, the text that screen readers announce, and the
 * function that moves an item from one index to another. A move is shown at once, and saved after the moves before it.
 * When all are saved or refused, `items` are shown again.
 */
export function useMoves(items: Sortable[], onMove: OnMove) {
  const [moved, setMoved] = useState<Sortable[] | null>(null)
  const [said, setSaid] = useState('')
  const waiting = useRef(0)
  const latest = useRef<Promise<void>>(Promise.resolve())
  const shown = moved ?? items

  function move(from: number, to: number): void {
    const item = shown[from]
    if (!item) return
    const after = moveInList(shown, from, to)
    setMoved(after)
    setSaid(words.moved(item.name, to + 1, after.length))
    waiting.current += 1
    latest.current = saveAfter(latest.current, () => onMove(item, after[to - 1]?.id ?? null))
  }

  async function saveAfter(before: Promise<void>, save: () => Promise<boolean>): Promise<void> {
    await before
    const isSaved = await save()
    if (!isSaved) setSaid('')
    waiting.current -= 1
    if (waiting.current === 0) setMoved(null)
  }

  return { shown, isSaving: moved !== null, said, move }
}
