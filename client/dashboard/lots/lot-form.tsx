import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckField, OptionField, TextArea, TextField } from '#client/ui/fields.tsx'
import { SendingForm, useFirstFocus, useSendingForm } from '#client/ui/form.tsx'
import { showFieldErrors } from '#client/ui/settings-form/form-errors.ts'
import { useRequestId } from '#client/ui/settings-form/use-request-id.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { FieldError } from '#contract/errors.ts'
import type { Lot, RoastedCoffee } from '#contract/orders/lots.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import { lotTitle, nextName, typedGrams, words } from './texts.ts'

type Fields = Omit<Lot, '_id' | 'coffeeName' | 'greenGrams' | 'roastedGrams' | 'packedGrams' | 'by'> & {
  green: string
  roasted: string
}

/** The form for what was roasted. It proposes what the last lot of the chosen coffee had. */
export function NewLotForm({ lots, coffees }: { lots: Lot[]; coffees: RoastedCoffee[] }) {
  const [count, setCount] = useState(0)
  return (
    <section className="panel grid gap-4 max-w-3xl p-5" aria-labelledby="new-lot">
      <h2 id="new-lot" className="text-xl">
        {words.newLot}
      </h2>
      <NewLotFields
        key={count}
        lots={lots}
        coffees={coffees}
        isNext={count > 0}
        onDone={() => setCount(count + 1)}
      />
    </section>
  )
}

type NewLotProps = { lots: Lot[]; coffees: RoastedCoffee[]; isNext: boolean; onDone: () => void }

function NewLotFields({ lots, coffees, isNext, onDone }: NewLotProps) {
  const { idFor } = useRequestId()
  const form = useLotForm(emptyFields(nextName(lots[0]?.name)), {
    // If the answer to the first request was lost, another content is another lot.
    save: (lot) => api('POST /lots', { body: { ...bodyOf(lot), coffee: lot.coffee, requestId: idFor(lot) } }),
    onSaved: ({ name }) => {
      showSuccess(words.entered(name))
      onDone()
    },
  })
  useFirstFocus(form, isNext ? 'coffee' : null)
  const chosen = coffees.find(({ _id }) => _id === form.watch('coffee'))
  function propose(coffee: string): void {
    const last = lots.find((lot) => lot.coffee === coffee)
    if (!last) return
    const { green, roasted, supplier, dueDiligence } = fieldsOf(last)
    form.reset({ ...form.getValues(), coffee, green, roasted, supplier, dueDiligence })
  }
  return (
    <SendingForm form={form} button={words.enter} busyText={words.saving} label={words.newLot}>
      <OptionField
        label={words.coffee}
        placeholder={words.choose}
        options={coffees.map(({ _id, name }) => ({ value: _id, text: name }))}
        hint={chosen && (chosen.pool === undefined ? words.fillsNothing : words.fills(chosen.pool))}
        {...form.field('coffee', {
          required: words.required,
          onChange: ({ target }: { target: { value: string } }) => propose(target.value),
        })}
      />
      <FieldsOfLot form={form} />
    </SendingForm>
  )
}

export function LotCorrectionForm({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  const form = useLotForm(fieldsOf(lot), {
    save: (fields) =>
      api('PUT /lots/{id}', {
        params: { id: lot._id },
        body: { ...bodyOf(fields), isUsedUp: fields.isUsedUp },
      }),
    onSaved: () => {
      showSuccess(words.saved)
      onClose()
    },
  })
  useFirstFocus(form, 'name')
  return (
    <>
      <SendingForm
        form={form}
        button={words.save}
        busyText={words.saving}
        label={words.correctOf(lotTitle(lot))}
      >
        <FieldsOfLot form={form} />
        <CheckField label={words.usedUp} {...form.field('isUsedUp')} />
      </SendingForm>
      <Button tone="quiet" onClick={onClose}>
        {words.keep}
      </Button>
    </>
  )
}

type Saving = { save: (fields: Fields) => Promise<unknown>; onSaved: (fields: Fields) => void }

/** What the server says about a field is shown at the field. `onSaved` is called when the roast book is read again. */
function useLotForm(defaultValues: Fields, { save, onSaved }: Saving) {
  const client = useQueryClient()
  return useSendingForm<Fields>(
    async (fields, sent) => {
      try {
        await save(fields)
      } catch (error) {
        const errors = fieldErrors(error, fields)
        showFieldErrors(sent, errors, { within: '', pathOf: (path) => path })
        if (errors.length === 0) throw error
        return
      }
      await client.invalidateQueries({ queryKey: ['GET /lots'] })
      onSaved(fields)
    },
    { defaultValues },
  )
}

/** Returns what the server says about the fields of the form, in the words of the form. */
function fieldErrors(error: unknown, fields: Fields): FieldError[] {
  const errors = error instanceof ApiError ? (error.body?.errors ?? []) : []
  return errors.flatMap(({ field, message }) => {
    const path = field.replace(/Grams$/, '')
    const [day] = /\d{4}-\d{2}-\d{2}$/.exec(message) ?? []
    const isTaken = path === 'name' && day !== undefined
    const text = isTaken ? words.nameTaken(fields.name.trim(), day) : message
    return path in fields ? [{ field: path, message: text }] : []
  })
}

function FieldsOfLot({ form: { field } }: { form: ReturnType<typeof useLotForm> }) {
  const [today] = useState(() => shopDay(Date.now()))
  const required = { required: words.required }
  const past = { ...required, validate: (day: unknown) => String(day) <= today || words.dayRule }
  const kilos = { validate: (text: unknown) => typedGrams(String(text)) !== null || words.kilosRule }
  return (
    <div className="field-grid">
      <TextField label={words.name} autoComplete="off" maxLength={40} {...field('name', required)} />
      <TextField label={words.day} type="date" max={today} {...field('roastedOn', past)} />
      <TextField label={words.green} inputMode="decimal" autoComplete="off" {...field('green', kilos)} />
      <TextField
        label={words.kilosRoasted}
        inputMode="decimal"
        autoComplete="off"
        {...field('roasted', kilos)}
      />
      <TextField label={words.supplier} maxLength={200} {...field('supplier')} />
      <TextField label={words.dueDiligence} maxLength={200} autoComplete="off" {...field('dueDiligence')} />
      <TextArea label={words.note} rows={2} maxLength={1000} {...field('note')} />
    </div>
  )
}

function emptyFields(name: string): Fields {
  const texts = { coffee: '', green: '', roasted: '', supplier: '', dueDiligence: '', note: '' }
  return { ...texts, name, roastedOn: shopDay(Date.now()), isUsedUp: false }
}

function fieldsOf({ greenGrams, roastedGrams, ...lot }: Lot): Fields {
  const { coffee, name, roastedOn, supplier, dueDiligence, note, isUsedUp } = lot
  const kilos = { green: String(greenGrams / 1000), roasted: String(roastedGrams / 1000) }
  return { coffee, name, roastedOn, supplier, dueDiligence, note, isUsedUp, ...kilos }
}

function bodyOf({ green, roasted, name, roastedOn, supplier, dueDiligence, note }: Fields) {
  const weights = { greenGrams: typedGrams(green) ?? 0, roastedGrams: typedGrams(roasted) ?? 0 }
  return { name, roastedOn, supplier, dueDiligence, note, ...weights }
}
