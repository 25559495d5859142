import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { readTableState, tableSearch } from './table-state.ts'
import type { TableSpec, TableState } from './table-state.ts'

/** Changes a part of how a table is shown; with `replace` it takes the place of the last change in the history. */
export type ChangeTable<S extends string> = (
  part: Partial<TableState<S>>,
  options?: { replace?: boolean },
) => void

/** How a table is shown, kept in the address, so that it survives a reload and going back takes a step back. */
export function useTableState<S extends string>(spec: TableSpec<S>): [TableState<S>, ChangeTable<S>] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => readTableState(search, spec), [search, spec])
  const change: ChangeTable<S> = useCallback(
    (part, { replace = false } = {}) => {
      // Read from the address itself: another filter may have changed it since the last render.
      const current = readTableState(window.location.search, spec)
      const next = tableSearch({ ...current, ...part }, spec)
      if (next !== tableSearch(current, spec)) navigate(pathname + next, { replace })
    },
    [navigate, pathname, spec],
  )
  return [state, change]
}
