import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { words } from '../texts.ts'

/**
 * Shows a long list in parts. Returns the items to show, a ref for the list element, and a button that shows `step` items
 * more, or null if all are shown. The focus moves to the first of the new items.
 */
export function useShowMore<T>(items: T[], step: number) {
  const list = useRef<HTMLUListElement>(null)
  const [count, setCount] = useState(step)
  const focusAt = useRef<number>(null)
  useEffect(() => {
    if (focusAt.current === null) return
    list.current?.children[focusAt.current]?.querySelector<HTMLElement>('a, button')?.focus()
    focusAt.current = null
  }, [count])
  function showMore() {
    focusAt.current = count
    setCount(count + step)
  }
  const left = items.length - count
  const more = left > 0 && (
    <p className="mt-6 text-center">
      <Button tone="quiet" onClick={showMore}>
        {words.showMore(Math.min(step, left), items.length)}
      </Button>
    </p>
  )
  const showAll = useCallback(() => setCount(Number.POSITIVE_INFINITY), [])
  return { list, shown: items.slice(0, count), more: more || null, showAll }
}
