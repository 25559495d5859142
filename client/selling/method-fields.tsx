import { useFieldArray, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#client/ui/fields.tsx'
import { LinkButton } from '#client/ui/settings-form/section.tsx'
import { NEW_ZONE } from './selling-fields.ts'
import type { MethodFields as Method, SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'
import { ZoneFields } from './zone-fields.tsx'

type Form = UseFormReturn<SellingFields>
type Kind = Method['kind']

/** The fields of all ways of delivery. The shop has a checkout as soon as one way of delivery is saved. */
export function MethodsFields({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'methods', keyName: 'key' })
  return (
    <>
      {fields.map(({ key }, at) => (
        <MethodFields key={key} form={form} at={at} onRemove={() => remove(at)} />
      ))}
      <p>
        <Button
          tone="quiet"
          onClick={() => append({ id: newId(), name: '', kind: 'parcel', note: '', zones: [NEW_ZONE] })}
        >
          {words.addMethod}
        </Button>
      </p>
    </>
  )
}

/** Returns an id for a new way of delivery. It must be unique only among the ways of delivery of the shop. */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
}

const KINDS = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))

function MethodFields({ form, at, onRemove }: { form: Form; at: number; onRemove: () => void }) {
  const path = `methods.${at}` as const
  const { register, control, formState } = form
  const errors = formState.errors.methods?.[at]
  const [name, kind] = useWatch({ control, name: [`${path}.name`, `${path}.kind`] })
  const title = words.method(name, at + 1)
  return (
    <fieldset className="selling-method panel">
      <legend className="sr-only">{title}</legend>
      <div className="spread">
        <h3 className="text-lg break-words">{title}</h3>
        <LinkButton onClick={onRemove}>{words.removeMethod(name, at + 1)}</LinkButton>
      </div>
      <TextField
        label={words.name}
        autoComplete="off"
        error={errors?.name?.message}
        {...register(`${path}.name`, {
          validate: (text) => text.trim() !== '' || words.nameRequired,
        })}
      />
      <KindField form={form} at={at} />
      <NoteField form={form} at={at} />
      {kind === 'parcel' && <Zones form={form} method={at} />}
    </fieldset>
  )
}

type FieldProps = { form: Form; at: number }

/** Whether orders are sent or picked up. `onChange` is called with the chosen kind. */
export function KindField({ form, at, onChange }: FieldProps & { onChange?: (kind: Kind) => void }) {
  return (
    <SelectField
      label={words.kind}
      placeholder={words.choose}
      options={KINDS}
      {...form.register(`methods.${at}.kind`, { onChange: ({ target }) => onChange?.(target.value) })}
    />
  )
}

export function NoteField({ form, at, isRequired = false }: FieldProps & { isRequired?: boolean }) {
  return (
    <TextArea
      label={words.methodNote}
      hint={words.methodNoteHint}
      rows={2}
      error={form.formState.errors.methods?.[at]?.note?.message}
      {...form.register(`methods.${at}.note`, {
        validate: (text) => !isRequired || text.trim() !== '' || words.placeRequired,
      })}
    />
  )
}

function Zones({ form, method }: { form: Form; method: number }) {
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: `methods.${method}.zones`,
    keyName: 'key',
  })
  const error = form.formState.errors.methods?.[method]?.zones?.root?.message
  return (
    <>
      {fields.map(({ key }, at) => (
        <ZoneFields key={key} form={form} method={method} zone={at} onRemove={() => remove(at)} />
      ))}
      {error && <p className="field-error">{error}</p>}
      <LinkButton onClick={() => append(NEW_ZONE)}>{words.addZone}</LinkButton>
    </>
  )
}
