import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangeEvent } from 'react'
import type { ParcelOutcome, ParcelRow } from '#contract/orders/parcels.ts'
import { pages } from '#contract/pages.ts'
import { MAX_PARCELS, MAX_PARCELS_FILE } from '#contract/values/limits.ts'
import { carrierCodes, carriers } from '#contract/values/orders/carriers.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { OptionField, TextField } from '#client/ui/fields.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { readRows } from './read-rows.ts'
import { words } from './texts.ts'

const CARRIERS = carrierCodes.map((value) => ({
  value,
  text: value === 'own' ? words.ownCarrier : carriers[value].name,
}))

type Request = { rows: ParcelRow[]; carrier: EnteredTracking['carrier']; isDryRun: boolean }

/** Reads a file with tracking numbers, shows what would happen with each row, and sends the orders. */
export function NumbersIn() {
  const client = useQueryClient()
  const [carrier, setCarrier] = useState<EnteredTracking['carrier']>('own')
  const [rows, setRows] = useState<ParcelRow[]>([])
  const [wrong, setWrong] = useState<string>()
  const { mutate, data, variables, isPending, error, reset } = useMutation({
    mutationFn: (body: Request) => api('POST /parcels', { body }),
    onSuccess: (_, { isDryRun }) => (isDryRun ? undefined : client.invalidateQueries()),
  })
  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? []
    reset()
    setRows([])
    setWrong(undefined)
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
  function chooseCarrier({ target }: ChangeEvent<HTMLSelectElement>): void {
    const chosen = carrierCodes.find((code) => code === target.value) ?? 'own'
    setCarrier(chosen)
    if (rows.length > 0 && variables?.isDryRun) mutate({ rows, carrier: chosen, isDryRun: true })
  }
  return (
    <>
      <OptionField label={words.carrier} options={CARRIERS} value={carrier} onChange={chooseCarrier} />
      <TextField
        label={words.file}
        type="file"
        accept=".csv,.txt,text/csv"
        error={wrong ?? (error ? errorText(error) : undefined)}
        onChange={(event) => void choose(event)}
      />
      {isPending && <p role="status">{variables.isDryRun ? words.checking : words.sending}</p>}
      {data && variables && (
        <Outcomes
          outcomes={data}
          isDryRun={variables.isDryRun}
          onSend={() => mutate({ rows, carrier, isDryRun: false })}
        />
      )}
    </>
  )
}

type OutcomesProps = { outcomes: ParcelOutcome[]; isDryRun: boolean; onSend: () => void }

function Outcomes({ outcomes, isDryRun, onSend }: OutcomesProps) {
  const sends = outcomes.filter(({ outcome }) => outcome === 'sends').length
  const refused = outcomes.length - sends
  return (
    <>
      <p role="status">
        {isDryRun ? words.wouldSend(sends) : words.wereSent(sends)} {refused > 0 && words.refused(refused)}
      </p>
      {isDryRun && sends > 0 && (
        <p>
          <Button onClick={onSend}>{words.send(sends)}</Button>
        </p>
      )}
      <ol className="parcel-rows">
        {outcomes.map(({ outcome, order, tracking, reason }, at) => (
          // The rows of a file have no names, and keep their places.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <span>
              {words.row} {at + 1}
              {order && (
                <>
                  {': '}
                  <PageLink to={pages.fullOrder(order._id)} className="link">
                    {words.order} {order.number}
                  </PageLink>
                  , {order.customer}
                </>
              )}
            </span>
            <span className={outcome === 'sends' ? 'text-success' : undefined}>{tracking ?? reason}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
