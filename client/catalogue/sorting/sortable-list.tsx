import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { api, errorText } from '#client/lib/api.ts'
import { Icon, Picture } from '#client/ui/picture.tsx'
import { showError } from '#client/ui/toasts.tsx'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import { invalidateCatalogue } from '../manage/catalogue-cache.ts'
import type { EntryKind } from '../manage/delete-entry.ts'
import { words } from './texts.ts'

export type Sortable = { id: string; name: string; img: string }

/** A drag in progress: the index of the row that is dragged, and the index at which it would be placed. */
type Drag = { from: number; to: number }

/**
 * A list whose rows can be moved by a handle with the mouse, and by two buttons. A move is shown at once, and taken
 * back if it could not be saved. Screen readers announce the new place.
 */
export function SortableList({ kind, items, label }: { kind: EntryKind; items: Sortable[]; label: string }) {
  const pressed = useRef<string>(null)
  const { shown, isSaving, said, move } = useMoves(kind, items)
  const [drag, setDrag] = useState<Drag | null>(null)
  useEffect(() => {
    // The browser takes the focus from a button whose row is moved in the document.
    if (pressed.current && isFocusLost()) document.getElementById(pressed.current)?.focus()
    if (!isSaving) pressed.current = null
  }, [shown, isSaving])

  return (
    <>
      <ul aria-label={label} className="grid gap-2">
        {shown.map((item, index) => (
          <SortableRow
            key={item.id}
            item={item}
            index={index}
            count={shown.length}
            drag={drag}
            onDrag={setDrag}
            onStep={(by, button) => {
              pressed.current = button
              move(index, index + by)
            }}
            onDrop={() => drag && drag.from !== drag.to && move(drag.from, drag.to)}
          />
        ))}
      </ul>
      <p role="status" className="small sortable-said">
        {said}
      </p>
    </>
  )
}

type Move = { item: Sortable; previous: string | null }

/**
 * Returns the items in the order to show, whether a move is being saved, the text that screen readers announce, and the
 * function that moves an item from one index to another. A move is shown at once, and saved after the moves before it.
 * When all are saved or refused, `items` are shown again.
 */
function useMoves(kind: EntryKind, items: Sortable[]) {
  const client = useQueryClient()
  const mutationKey = ['move entry', useId()]
  const [moved, setMoved] = useState<Sortable[] | null>(null)
  const [said, setSaid] = useState('')
  const shown = moved ?? items
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'moves' },
    mutationFn: ({ item: { id }, previous }: Move) =>
      api('PUT /entryPosition/{id}', { params: { id }, body: { kind, previous } }),
    onError: (error, { item }) => {
      setSaid('')
      showError(words.notMoved(item.name, errorText(error)))
    },
    onSettled: async () => {
      await invalidateCatalogue(client)
      if (client.isMutating({ mutationKey }) === 1) setMoved(null)
    },
  })

  function move(from: number, to: number): void {
    const item = shown[from]
    if (!item) return
    const after = shown.toSpliced(from, 1).toSpliced(to, 0, item)
    setMoved(after)
    setSaid(words.moved(item.name, to + 1, after.length))
    mutate({ item, previous: after[to - 1]?.id ?? null })
  }

  return { shown, isSaving: moved !== null, said, move }
}

type SortableRowProps = {
  item: Sortable
  index: number
  count: number
  drag: Drag | null
  onDrag: (drag: Drag | null) => void
  onDrop: () => void
  /** Moves the row by one place. `button` is the HTML id of the pressed button. */
  onStep: (by: number, button: string) => void
}

/** A row of a list that can be sorted: a handle for the mouse, the picture, the name, and two buttons. */
function SortableRow({ item, index, count, drag, onDrag, onDrop, onStep }: SortableRowProps) {
  function start({ currentTarget, dataTransfer }: DragEvent): void {
    // Firefox drags only what has data.
    dataTransfer.setData('text/plain', item.name)
    if (currentTarget.parentElement) dataTransfer.setDragImage(currentTarget.parentElement, 0, 0)
    onDrag({ from: index, to: index })
  }
  function over(event: DragEvent): void {
    if (!drag) return
    event.preventDefault()
    if (drag.to !== index) onDrag({ from: drag.from, to: index })
  }
  return (
    <li
      className="sortable-row"
      data-dragged={drag?.from === index || undefined}
      data-drop={dropMark(index, drag)}
      onDragOver={over}
      onDrop={(event) => {
        // Firefox would open the text as an address.
        event.preventDefault()
        onDrop()
      }}
    >
      <span
        draggable
        className="sortable-handle"
        title={words.drag(item.name)}
        onDragStart={start}
        onDragEnd={() => onDrag(null)}
      >
        <Icon path="M9 6v.1M9 12v.1M9 18v.1M15 6v.1M15 12v.1M15 18v.1" strokeWidth={3} />
      </span>
      <Picture src={item.img} alt="" sizes="3rem" />
      <span className="grow basis-14 wrap-anywhere">{item.name}</span>
      {STEPS.map(({ by, text, path }) => {
        const id = `${by === 1 ? 'down' : 'up'}-${item.id}`
        const isEnd = index + by < 0 || index + by >= count
        return (
          <button
            key={by}
            id={id}
            type="button"
            className="sortable-step"
            aria-label={text(item.name)}
            aria-disabled={isEnd || undefined}
            onClick={() => !isEnd && onStep(by, id)}
          >
            <Icon path={path} />
          </button>
        )
      })}
    </li>
  )
}

const STEPS = [
  { by: -1, text: words.up, path: 'M6 15l6-6 6 6' },
  { by: 1, text: words.down, path: 'M6 9l6 6 6-6' },
]

/** Returns on which side of a row the dragged row would be placed. */
function dropMark(index: number, drag: Drag | null): 'before' | 'after' | undefined {
  if (!drag || drag.to === drag.from || drag.to !== index) return undefined
  return drag.to < drag.from ? 'before' : 'after'
}
