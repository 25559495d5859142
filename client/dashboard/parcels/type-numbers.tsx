import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { TRACKING_LENGTH } from '#contract/values/orders/carriers.ts'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { LeaveQuestion } from '#client/ui/settings-form/leave-question.tsx'
import { moveFocus } from '#client/ui/settings-form/move-focus.ts'
import { LoadError } from '#client/ui/states.tsx'
import { CarrierField, lastCarrier } from './carrier-field.tsx'
import { Outcomes } from './outcomes.tsx'
import { words } from './texts.ts'

/**
 * The packed orders with a field for the tracking number of each, which are sent together. Orders with a mark, such as a
 * withdrawal, are left out, and those whose field is empty are not sent.
 */
export function TypeNumbers() {
  const typed = useTypedNumbers()
  const { list, packed, rows, sending } = typed
  const guard = useLeaveGuard(() => rows.length > 0)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const wrong = event.currentTarget.querySelector<HTMLInputElement>('[aria-invalid]')
    if (wrong) wrong.focus()
    else typed.send()
  }
  return (
    <>
      <LeaveQuestion {...guard} more={words.leaveMore} />
      {list.isPending && <p>{words.loading}</p>}
      {list.isLoadingError && <LoadError title={words.failed} query={list} />}
      {list.data && packed.length === 0 && <p>{words.nonePacked}</p>}
      {packed.length > 0 && (
        <Form onSubmit={submit} onKeyDown={moveFocus}>
          <CarrierField label={words.carrierOfAll} value={typed.carrier} onChoose={typed.setCarrier} />
          {packed.map(({ _id, number, customer }) => {
            const twin = typed.twinOf(number)
            return (
              <TextField
                key={_id}
                label={words.codeOf(number, customer)}
                error={twin === undefined ? undefined : words.sameCode(twin)}
                data-column="code"
                autoComplete="off"
                maxLength={TRACKING_LENGTH}
                value={typed.codeOf(number)}
                onChange={({ target }) => typed.type(number, target.value)}
              />
            )
          })}
          <Button
            type="submit"
            busy={sending.isPending}
            busyText={words.sending}
            disabled={rows.length === 0}
          >
            {words.send(rows.length)}
          </Button>
        </Form>
      )}
      <FormError>{sending.error && errorText(sending.error)}</FormError>
      {sending.data && <Outcomes outcomes={sending.data} />}
    </>
  )
}

/** Returns the packed orders, what was typed for them, and what sends those with a number. */
function useTypedNumbers() {
  const client = useQueryClient()
  const list = useQuery(callQuery('GET /pickList'))
  const [carrier, setCarrier] = useState(lastCarrier)
  const [codes, setCodes] = useState<ReadonlyMap<number, string>>(new Map())
  const packed = (list.data?.onTheWay ?? [])
    .filter(({ state, isPickup, marks }) => state === 'packed' && !isPickup && !marks)
    .toSorted((a, b) => a.number - b.number)
  const rows = packed.flatMap(({ number }) => {
    const code = codes.get(number)?.trim() ?? ''
    return code === '' ? [] : [{ order: String(number), code, carrier: '' }]
  })
  const mutationKey = ['type numbers']
  const sending = useMutation({
    mutationKey,
    mutationFn: () => api('POST /parcels', { body: { rows, carrier, isDryRun: false } }),
    onSettled: () => client.invalidateQueries(),
  })
  /** Sends the numbers, unless they are being sent: a scanner may press Enter twice before React has rendered that. */
  function send(): void {
    if (rows.length > 0 && client.isMutating({ mutationKey }) === 0) sending.mutate()
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
