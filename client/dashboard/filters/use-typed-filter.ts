import { useEffect, useRef, useState } from 'react'

/** How long to wait for the next key, in ms. */
const PATIENCE = 300

type TypedFilter = {
  /** The value in the address. */
  value: string
  /** Returns the value that a text stands for, or null while it is not complete. */
  read: (text: string) => string | null
  /** `replace` says that this follows another change of the same visit to the field. */
  onChange: (value: string, replace: boolean) => void
}

/**
 * Keeps the text of a filter while it is typed. The value changes once no key has been pressed for a while. All
 * changes of one visit to the field make one entry in the history.
 */
export function useTypedFilter({ value, read, onChange }: TypedFilter) {
  const [draft, setDraft] = useState(value)
  const latest = useRef({ read, onChange })
  const visited = useRef(false)
  useEffect(() => {
    latest.current = { read, onChange }
  })
  useEffect(() => {
    setDraft((typed) => (latest.current.read(typed) === value ? typed : value))
  }, [value])
  useEffect(() => {
    const typed = latest.current.read(draft)
    if (typed === null || typed === value) return undefined
    const timer = setTimeout(() => {
      latest.current.onChange(typed, visited.current)
      visited.current = true
    }, PATIENCE)
    return () => clearTimeout(timer)
    // A change of the address alone is no reason to write it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft])
  function startVisit(): void {
    visited.current = false
  }
  return { draft, setDraft, startVisit }
}
