import type { FormEvent } from 'react'
import { TRACKING_LENGTH } from '#contract/values/orders/carriers.ts'
import { errorText } from '#client/lib/api.ts'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { LeaveQuestion } from '#client/ui/settings-form/leave-question.tsx'
import { moveFocus } from '#client/ui/settings-form/move-focus.ts'
import { LoadError } from '#client/ui/states.tsx'
import { CarrierField } from './carrier-field.tsx'
import { Outcomes } from './outcomes.tsx'
import { words } from './texts.ts'
import { useTypedNumbers } from './use-typed-numbers.ts'

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
