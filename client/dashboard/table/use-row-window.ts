import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Identified } from '../rows/row-pages.ts'

/** How high rows are about, in px, until they are measured: in a table so wide, else as cards of two or more lines. */
const HEIGHTS = [
  { from: 896, height: 65 },
  { from: 640, height: 103 },
  { from: 0, height: 215 },
]

/** Rows kept ready above and below what can be seen. */
const SPARE = 8

/**
 * Where each page's table was, and how high its rows: with this and the window's size, a table that somebody comes
 * back to is drawn and laid out once instead of twice.
 */
const places = new Map<string, { top: number; height: number }>()

/** A piece of a table's body: a row, or the height of rows that are not there. */
export type Piece = { kind: 'row'; index: number } | { kind: 'gap'; key: string; height: number }

/** Keeps only those rows of a long table that can be seen, and the one that has the focus. */
export function useRowWindow(rows: Identified[], body: RefObject<HTMLTableSectionElement | null>) {
  const [place, setPlace] = useState(() => places.get(location.pathname) ?? { top: 0, height: heightOf(0) })
  const measuredAt = useRef(place.height)
  const focused = useRef<string | null>(null)
  // Its functions change with what they measure, and nothing here remembers their answers.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => place.height,
    getItemKey: useCallback((index: number) => rows[index]?._id ?? index, [rows]),
    scrollMargin: place.top,
    initialRect: { width: innerWidth, height: innerHeight },
    overscan: SPARE,
    rangeExtractor: useCallback((range: Range) => withFocused(range, rows, focused.current), [rows]),
  })

  useLayoutEffect(() => {
    function look(): void {
      const { top = 0, width = 0 } = body.current?.getBoundingClientRect() ?? {}
      const next = { top: Math.round(top + scrollY), height: heightOf(width) }
      places.set(location.pathname, next)
      setPlace((known) => (known.top === next.top && known.height === next.height ? known : next))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])

  useLayoutEffect(() => {
    if (measuredAt.current === place.height) return
    measuredAt.current = place.height
    virtual.measure()
  }, [virtual, place.height])

  const rememberFocus = useCallback((id: string | null) => {
    focused.current = id
  }, [])
  const items = virtual.getVirtualItems()
  return {
    pieces: piecesOf(items, { from: place.top, to: place.top + virtual.getTotalSize() }),
    last: items.at(-1)?.index ?? -1,
    measure: virtual.measureElement,
    rememberFocus,
  }
}

function heightOf(width: number): number {
  return HEIGHTS.find(({ from }) => width >= from)?.height ?? 0
}

function withFocused(range: Range, rows: Identified[], id: string | null): number[] {
  const indexes = defaultRangeExtractor(range)
  const index = id === null ? -1 : rows.findIndex(({ _id }) => _id === id)
  if (index === -1 || indexes.includes(index)) return indexes
  return [...indexes, index].toSorted((a, b) => a - b)
}

type Span = { index: number; start: number; end: number }

/** The rows in order with the gaps between them, from the top of the table's body to its end. */
export function piecesOf(spans: Span[], { from, to }: { from: number; to: number }): Piece[] {
  const pieces: Piece[] = []
  let reached = from
  for (const { index, start, end } of spans) {
    if (start > reached) pieces.push({ kind: 'gap', key: `before ${index}`, height: start - reached })
    pieces.push({ kind: 'row', index })
    reached = end
  }
  if (to > reached) pieces.push({ kind: 'gap', key: 'end', height: to - reached })
  return pieces
}
