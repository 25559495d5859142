import { Icon, Picture } from '#client/ui/picture.tsx'
import type { Sortable } from './move-in-list.ts'
import { words } from './texts.ts'
import type { Drag, HandleEvents } from './use-drag.ts'

type SortableRowProps = {
  item: Sortable
  index: number
  count: number
  drag: Drag | null
  handle: HandleEvents
  /** Moves the row by one place. `button` is the HTML id of the pressed button. */
  onStep: (by: number, button: string) => void
}

/** A row of a list that can be sorted: a handle for the pointer, the picture, the name, and two buttons. */
export function SortableRow({ item, index, count, drag, handle, onStep }: SortableRowProps) {
  return (
    <li
      className="sortable-row"
      data-dragged={drag?.from === index || undefined}
      data-drop={dropMark(index, drag)}
    >
      <span className="sortable-handle" title={words.drag(item.name)} {...handle}>
        <Icon path="M9 6v.1M9 12v.1M9 18v.1M15 6v.1M15 12v.1M15 18v.1" strokeWidth={3} />
      </span>
      <Picture src={item.img} alt="" sizes="3rem" />
      <span className="grow wrap-anywhere">{item.name}</span>
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
