import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ParcelRow } from '#contract/orders/parcels.ts'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { lastCarrier } from './last-carrier.ts'

/** Returns the packed orders, what was typed for them, and what sends those with a number. */
export function useTypedNumbers() {
  const client = useQueryClient()
  const list = useQuery(callQuery('GET /pickList'))
  const [carrier, setCarrier] = useState(lastCarrier)
  const [codes, setCodes] = useState<ReadonlyMap<number, string>>(new Map())
  // A double click is over before React has rendered that the first click sends.
  const isSending = useRef(false)
  const sending = useMutation({
    mutationFn: (rows: ParcelRow[]) => api('POST /parcels', { body: { rows, carrier, isDryRun: false } }),
    onSettled: async () => {
      await client.invalidateQueries()
      isSending.current = false
    },
  })
  const packed = (list.data?.onTheWay ?? [])
    .filter(({ state, isPickup, marks }) => state === 'packed' && !isPickup && !marks)
    .toSorted((a, b) => a.number - b.number)
  const rows = packed.flatMap(({ number }) => {
    const code = codes.get(number)?.trim() ?? ''
    return code === '' ? [] : [{ order: String(number), code, carrier: '' }]
  })
  function send(): void {
    if (rows.length === 0 || isSending.current) return
    isSending.current = true
    sending.mutate(rows)
  }
  return {
    packed,
    rows,
    list,
    carrier,
    setCarrier,
    send,
    sending,
    codeOf: (number: number) => codes.get(number) ?? '',
    type: (number: number, code: string) => setCodes(new Map(codes).set(number, code)),
    /** Returns the number of the order above that has the same tracking number, such as after a double scan. */
    twinOf(number: number): string | undefined {
      const at = rows.findIndex(({ order }) => order === String(number))
      return rows.slice(0, Math.max(0, at)).find(({ code }) => plain(code) === plain(rows[at]?.code))?.order
    },
  }
}

function plain(code = ''): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase()
}
