import { useFieldArray, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { OptionField, TextArea, TextField } from '#client/ui/fields.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { LinkButton, RemoveButton, Section } from '#client/ui/settings-form/section.tsx'
import './selling.css'
import { NEW_ZONE } from './selling-fields.ts'
import type { MethodFields as Method, SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'
import { ZoneFields } from './zone-fields.tsx'

type Form = UseFormReturn<SellingFields>
type Kind = Method['kind']

/** All ways of delivery. The shop has a checkout as soon as one way of delivery is saved. */
export function MethodsSection({ form, heading = 'h2' }: { form: Form; heading?: 'h2' | 'h3' }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'methods', keyName: 'key' })
  return (
    <Section title={words.methods} more={words.methodsMore} heading={heading}>
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
    </Section>
  )
}

/** Returns an id for a new way of delivery. It must be unique only among the ways of delivery of the shop. */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
}

const KINDS = Object.entries(words.kinds).map(([value, text]) => ({ value, text }))

function MethodFields({ form, at, onRemove }: { form: Form; at: number; onRemove: () => void }) {
  const path = `methods.${at}` as const
  const [name, kind] = useWatch({ control: form.control, name: [`${path}.name`, `${path}.kind`] })
  const title = words.method(name, at + 1)

  /** Gives the way of delivery the usual name of its kind, unless it has a name of its own. */
  function propose(chosen: Kind) {
    const usual: string[] = Object.values(words.firstNames)
    if (name === '' || usual.includes(name)) form.setValue(`${path}.name`, words.firstNames[chosen])
  }

  return (
    <fieldset className="selling-method panel">
      <legend className="sr-only">{title}</legend>
      <div className="spread">
        <h3 className="text-lg break-words">{title}</h3>
        <RemoveButton onClick={onRemove}>{words.removeMethod(name, at + 1)}</RemoveButton>
      </div>
      <TextField
        label={words.name}
        {...registered(form, `${path}.name`, {
          validate: (text) => text.trim() !== '' || words.nameRequired,
        })}
      />
      <OptionField
        label={words.kind}
        placeholder={words.choose}
        options={KINDS}
        {...form.register(`${path}.kind`, { onChange: ({ target }) => propose(target.value) })}
      />
      <TextArea
        label={words.methodNote}
        hint={words.methodNoteHint}
        rows={2}
        {...registered(form, `${path}.note`)}
      />
      {kind === 'parcel' && <Zones form={form} method={at} />}
    </fieldset>
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
