import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangeEvent } from 'react'
import type { ParcelRow } from '#contract/orders/parcels.ts'
import { MAX_PARCELS, MAX_PARCELS_FILE } from '#contract/values/limits.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { api, errorText } from '#client/lib/api.ts'
import { TextField } from '#client/ui/fields.tsx'
import { CarrierField, lastCarrier } from './carrier-field.tsx'
import { Outcomes } from './outcomes.tsx'
import { readRows } from './read-rows.ts'
import { words } from './texts.ts'

type Request = { rows: ParcelRow[]; carrier: EnteredTracking['carrier']; isDryRun: boolean }

/** Reads a file with tracking numbers, shows what would happen with each row, and sends the orders. */
export function NumbersIn() {
  const client = useQueryClient()
  const [carrier, setCarrier] = useState(lastCarrier)
  const [rows, setRows] = useState<ParcelRow[]>([])
  const [wrong, setWrong] = useState<string>()
  const { mutate, data, variables, isPending, error, reset } = useMutation({
    mutationFn: (body: Request) => api('POST /parcels', { body }),
    onSuccess: (_, { isDryRun }) => (isDryRun ? undefined : client.invalidateQueries()),
  })
  function forget(): void {
    reset()
    setRows([])
    setWrong(undefined)
  }
  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? []
    forget()
    if (!file) return
    if (file.size > MAX_PARCELS_FILE) return setWrong(words.tooLarge)
    const read = await file.arrayBuffer().then(readRows, () => null)
    if (read === null) return setWrong(words.unreadable)
    if (typeof read === 'string') return setWrong(words.missing[read])
    if (read.length === 0) return setWrong(words.noRows)
    if (read.length > MAX_PARCELS) return setWrong(words.tooMany(MAX_PARCELS))
    setRows(read)
    mutate({ rows: read, carrier, isDryRun: true })
  }
  function chooseCarrier(chosen: EnteredTracking['carrier']): void {
    setCarrier(chosen)
    if (rows.length > 0 && variables?.isDryRun) mutate({ rows, carrier: chosen, isDryRun: true })
  }
  return (
    <>
      <CarrierField label={words.carrier} value={carrier} onChoose={chooseCarrier} />
      <TextField
        label={words.file}
        type="file"
        accept=".csv,.txt,text/csv"
        error={wrong ?? (error ? errorText(error) : undefined)}
        onClick={({ currentTarget }) => {
          // With the old name in the field, the browser fires no `change` event for a corrected file of the same name.
          currentTarget.value = ''
          forget()
        }}
        onChange={(event) => void choose(event)}
      />
      {isPending && <p role="status">{variables.isDryRun ? words.checking : words.sending}</p>}
      {data && variables && (
        <Outcomes
          outcomes={data}
          file={{
            isDryRun: variables.isDryRun,
            onSend: () => mutate({ rows, carrier, isDryRun: false }),
          }}
        />
      )}
    </>
  )
}
