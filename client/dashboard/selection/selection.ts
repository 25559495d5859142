import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import type { OrderedProduct } from '#contract/orders.ts'
import { deliveryOf, nextStep } from '../delivery/delivery-steps.ts'

/** The rows that are selected to be moved on. */
export type Selection = {
  /** All loaded rows that can be moved on. */
  movable: OrderedProduct[]
  chosen: OrderedProduct[]
  choose: (items: OrderedProduct[], on: boolean) => void
}

/** The id of the checkbox in the header, which takes the focus when the buttons for a selection go away. */
export const SELECT_ALL = 'select-all'

const SelectionContext = createContext<Selection>({ movable: [], chosen: [], choose: () => undefined })

export const SelectionProvider = SelectionContext.Provider

export function useSelection(): Selection {
  return useContext(SelectionContext)
}

/**
 * Keeps a selection of loaded rows. A row that can no longer be moved on leaves it, and a change of `filters` clears
 * it: a row that the new filters hide must not come back selected later.
 */
export function useNewSelection(rows: OrderedProduct[] | null, filters: string): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [idsOf, setIdsOf] = useState(filters)
  if (idsOf !== filters) {
    setIdsOf(filters)
    setIds(new Set())
  }
  const choose = useCallback((items: OrderedProduct[], on: boolean) => {
    setIds((known) => {
      const next = new Set(known)
      for (const { _id } of items) {
        if (on) next.add(_id)
        else next.delete(_id)
      }
      return next
    })
  }, [])
  return useMemo(() => {
    const movable = (rows ?? []).filter(isMovable)
    return { movable, chosen: movable.filter(({ _id }) => ids.has(_id)), choose }
  }, [rows, ids, choose])
}

/** Whether a row is paid and not delivered yet. */
export function isMovable(item: OrderedProduct): boolean {
  const state = deliveryOf(item)
  return state !== null && nextStep(state) !== null
}
