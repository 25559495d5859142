import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ParcelRow } from '#contract/orders/parcels.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { TRACKING_LENGTH } from '#contract/values/orders/carriers.ts'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { moveFocus } from '#client/ui/settings-form/move-focus.ts'
import { CarrierField } from './carrier-field.tsx'
import { Outcomes } from './outcomes.tsx'
import { words } from './texts.ts'

/**
 * The packed orders with a field for the tracking number of each, which are sent together. Orders with a mark, such as a
 * withdrawal, are left out, and those whose field is empty are not sent.
 */
export function TypeNumbers() {
  const client = useQueryClient()
  const list = useQuery(callQuery('GET /pickList'))
  const [carrier, setCarrier] = useState<EnteredTracking['carrier']>('own')
  const [codes, setCodes] = useState<ReadonlyMap<number, string>>(new Map())
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: (rows: ParcelRow[]) => api('POST /parcels', { body: { rows, carrier, isDryRun: false } }),
    onSettled: () => client.invalidateQueries(),
  })
  const packed = (list.data?.onTheWay ?? [])
    .filter(({ state, isPickup, marks }) => state === 'packed' && !isPickup && !marks)
    .toSorted((a, b) => a.number - b.number)
  const rows = packed.flatMap(({ number }) => {
    const code = codes.get(number)?.trim() ?? ''
    return code === '' ? [] : [{ order: String(number), code, carrier: '' }]
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (rows.length > 0 && !isPending) mutate(rows)
  }
  return (
    <>
      {packed.length === 0 && <p>{list.data ? words.nonePacked : words.loading}</p>}
      {packed.length > 0 && (
        <Form onSubmit={submit} onKeyDown={moveFocus}>
          <CarrierField label={words.carrierOfAll} value={carrier} onChoose={setCarrier} />
          {packed.map(({ _id, number, customer }) => (
            <TextField
              key={_id}
              label={words.codeOf(number, customer)}
              data-column="code"
              autoComplete="off"
              maxLength={TRACKING_LENGTH}
              value={codes.get(number) ?? ''}
              onChange={({ target }) => setCodes(new Map(codes).set(number, target.value))}
            />
          ))}
          <Button type="submit" busy={isPending} busyText={words.sending} disabled={rows.length === 0}>
            {words.send(rows.length)}
          </Button>
        </Form>
      )}
      <FormError>{error && errorText(error)}</FormError>
      {data && <Outcomes outcomes={data} isDryRun={false} />}
    </>
  )
}
