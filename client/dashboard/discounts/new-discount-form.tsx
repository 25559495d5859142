import { useQueryClient } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { CheckField, OptionField, TextField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { showErrors } from '#client/ui/settings-form/form-errors.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import type { NewDiscount } from '#contract/selling/discounts.ts'
import { words } from './texts.ts'

type Fields = Omit<NewDiscount, 'maxUses' | 'maxPerPerson'> & { maxUses: string; maxPerPerson: string }

const EMPTY: Fields = {
  name: '',
  code: '',
  kind: 'percent',
  value: '',
  chosen: [],
  fromSubtotal: '',
  fromDay: '',
  untilDay: '',
  maxUses: '',
  maxPerPerson: '',
  isFirstOrder: false,
}

const uses = { validate: (text: unknown) => /^(?:[1-9]\d{0,5})?$/.test(String(text)) || words.notUses }

const KINDS = Object.entries(words.kinds).map(([value, text]) => ({ value, text }))

/** The form for a new discount. After it is added, the form is empty again. */
export function NewDiscountForm({ choices }: { choices: { _id: string; name: string }[] }) {
  const form = useNewDiscount()
  const { field } = form
  const kind = form.watch('kind')
  return (
    <section className="grid gap-4 max-w-3xl mt-10" aria-labelledby="new-discount">
      <h2 id="new-discount" className="text-xl">
        {words.add}
      </h2>
      <p className="small">{words.addMore}</p>
      <SendingForm form={form} button={words.add} busyText={words.adding} label={words.add}>
        <div className="field-grid">
          <TextField
            label={words.name}
            hint={words.nameHint}
            {...field('name', { required: words.required })}
          />
          <TextField
            label={words.code}
            hint={words.codeHint}
            autoCapitalize="characters"
            {...field('code')}
          />
          <OptionField label={words.kind} options={KINDS} {...field('kind')} />
          <TextField label={words.value[kind]} inputMode="decimal" {...field('value')} />
          <TextField label={words.fromSubtotal} inputMode="decimal" {...field('fromSubtotal')} />
          <TextField label={words.maxUses} type="number" min={1} {...field('maxUses', uses)} />
          <TextField label={words.maxPerPerson} type="number" min={1} {...field('maxPerPerson', uses)} />
          <TextField label={words.fromDay} type="date" {...field('fromDay')} />
          <TextField label={words.untilDay} type="date" {...field('untilDay')} />
        </div>
        <CheckField label={words.isFirstOrder} {...field('isFirstOrder')} />
        {kind !== 'delivery' && choices.length > 0 && (
          <details>
            <summary>{words.chosen}</summary>
            <p className="small mt-2">{words.chosenMore}</p>
            <fieldset className="discount-choices">
              <legend className="sr-only">{words.chosen}</legend>
              {choices.map(({ _id, name }) => (
                <label key={_id} className="icon-text">
                  <input type="checkbox" className="check" value={_id} {...form.register('chosen')} />
                  {name}
                </label>
              ))}
            </fieldset>
          </details>
        )}
      </SendingForm>
    </section>
  )
}

/** What the server says about a field is shown at the field. */
function useNewDiscount() {
  const client = useQueryClient()
  return useSendingForm<Fields>(
    async (fields, sent) => {
      await api('POST /discounts', { body: bodyOf(fields) }).catch((error: unknown) => {
        showErrors(sent, error, { within: '', pathOf: (name) => name })
        throw error
      })
      showSuccess(words.added)
      sent.reset()
      await client.invalidateQueries({ queryKey: ['GET /discounts'] })
    },
    { defaultValues: EMPTY },
  )
}

function bodyOf({ maxUses, maxPerPerson, ...fields }: Fields): NewDiscount {
  const number = (text: string) => (text === '' ? null : Number(text))
  const texts = { value: fields.value.trim(), fromSubtotal: fields.fromSubtotal.trim() }
  return { ...fields, ...texts, maxUses: number(maxUses), maxPerPerson: number(maxPerPerson) }
}
