import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readTableState, tableSearch } from './table-state.ts'
import type { TableSpec, TableState } from './table-state.ts'

/** Changes a part of how a table is shown; with `replace` it takes the place of the last change in the history. */
export type ChangeTable<S extends string> = (part: Partial<TableState<S>>, options?: { replace?: boolean }) => void

/** How a table is shown, kept in the address, so that it survives a reload and going back takes a step back. */
export function useTableState<S extends string>(spec: TableSpec<S>): [TableState<S>, ChangeTable<S>] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => readTableState(search, spec), [search, spec])
  const change: ChangeTable<S> = useCallback(
    (part, { replace = false } = {}) => {
      const next = tableSearch({ ...state, ...part }, spec)
      if (next !== tableSearch(state, spec)) void navigate({ pathname, search: next }, { replace })
    },
    [navigate, pathname, state, spec],
  )
  return [state, change]
}
