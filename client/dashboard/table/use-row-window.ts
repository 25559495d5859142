import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Identified } from '../rows/row-pages.ts'

/**
 * The estimated height of a row if the table is at least `from` wide. Both are in px. In narrow tables the rows are
 * shown as cards, which are taller.
 */
const HEIGHTS = [
  { from: 896, height: 65 },
  { from: 640, height: 103 },
  { from: 0, height: 215 },
]

/** How many rows are rendered above the visible rows, and how many below them. */
const OVERSCAN = 8

/**
 * For the path of each page: the position of the page's table and the estimated height of a row. A table that is
 * opened again is rendered with these values at once, without an extra render to measure them.
 */
const positions = new Map<string, { top: number; height: number }>()

/** A part of the table's body: a row, or a gap that takes the space of rows that are not rendered. */
export type Piece = { kind: 'row'; index: number } | { kind: 'gap'; key: string; height: number }

/** Determines which rows of a long table to render: those in and near the visible area, and the row with the focus. */
export function useRowWindow(rows: Identified[], body: RefObject<HTMLTableSectionElement | null>) {
  const [position, setPosition] = useState(
    () => positions.get(location.pathname) ?? { top: 0, height: heightOf(0) },
  )
  const measuredAt = useRef(position.height)
  const focused = useRef<string | null>(null)
  // The lint rule warns that the React compiler must not memoise the functions of the virtualizer, because their
  // results change after each measurement. The app is built without that compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => position.height,
    getItemKey: useCallback((index: number) => rows[index]?._id ?? index, [rows]),
    scrollMargin: position.top,
    initialRect: { width: innerWidth, height: innerHeight },
    overscan: OVERSCAN,
    rangeExtractor: useCallback((range: Range) => withFocused(range, rows, focused.current), [rows]),
  })

  useLayoutEffect(() => {
    function updatePosition(): void {
      const { top = 0, width = 0 } = body.current?.getBoundingClientRect() ?? {}
      const next = { top: Math.round(top + scrollY), height: heightOf(width) }
      positions.set(location.pathname, next)
      setPosition((known) => (known.top === next.top && known.height === next.height ? known : next))
    }
    updatePosition()
    const observer = new ResizeObserver(updatePosition)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])

  useLayoutEffect(() => {
    if (measuredAt.current === position.height) return
    measuredAt.current = position.height
    virtual.measure()
  }, [virtual, position.height])

  const keepRendered = useCallback((id: string | null) => {
    focused.current = id
  }, [])
  const items = virtual.getVirtualItems()
  return {
    pieces: piecesOf(items, { from: position.top, to: position.top + virtual.getTotalSize() }),
    last: items.at(-1)?.index ?? -1,
    measure: virtual.measureElement,
    keepRendered,
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

/**
 * Returns the rendered rows in order, with gaps in place of rows that are not rendered. `from` and `to` are the
 * positions of the top and the bottom of the table's body, in px.
 */
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
