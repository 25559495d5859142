import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { TextArea, TextField } from '#client/ui/fields.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { RemoveButton } from '#client/ui/settings-form/section.tsx'
import { MAX_TESTIMONIALS } from '#contract/shop/choices.ts'
import type { SectionProps } from './sections.tsx'
import { words } from './texts.ts'
import { UploadedPicture } from './uploaded-picture.tsx'

export function TestimonialList({ form, uploads }: SectionProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'testimonials' })
  return (
    <>
      <p className="small">{words.testimonialsMore}</p>
      {fields.map(({ id }, at) => (
        <TestimonialFields key={id} form={form} uploads={uploads} at={at} onRemove={() => remove(at)} />
      ))}
      {fields.length < MAX_TESTIMONIALS && (
        <p>
          <Button tone="quiet" onClick={() => append({ name: '', from: '', quote: '', picture: '' })}>
            {words.addTestimonial}
          </Button>
        </p>
      )}
    </>
  )
}

type TestimonialFieldsProps = SectionProps & { at: number; onRemove: () => void }

function TestimonialFields({ form, uploads, at, onRemove }: TestimonialFieldsProps) {
  const path = `testimonials.${at}` as const
  const name = useWatch({ control: form.control, name: `${path}.name` })
  const title = words.testimonial(name, at + 1)
  return (
    <fieldset className="settings-item">
      <legend className="sr-only">{title}</legend>
      <div className="spread">
        <h4 className="break-words">{title}</h4>
        <RemoveButton onClick={onRemove}>{words.removeTestimonial(name, at + 1)}</RemoveButton>
      </div>
      <TextField
        label={words.customer}
        maxLength={100}
        {...registered(form, `${path}.name`, {
          validate: (text) => text.trim() !== '' || words.customerRequired,
        })}
      />
      <TextField
        label={words.from}
        hint={words.fromHint}
        maxLength={120}
        {...registered(form, `${path}.from`)}
      />
      <TextArea
        label={words.quote}
        rows={3}
        maxLength={600}
        {...registered(form, `${path}.quote`, {
          validate: (text) => text.trim() !== '' || words.quoteRequired,
        })}
      />
      <UploadedPicture label={words.customerPicture} name={`${path}.picture`} form={form} uploads={uploads} />
    </fieldset>
  )
}
