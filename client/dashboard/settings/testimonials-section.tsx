import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { TextArea, TextField } from '#client/ui/fields.tsx'
import { LinkButton, Section } from '../forms/section.tsx'
import { NEW_TESTIMONIAL } from './profile-fields.ts'
import type { SectionProps } from './sections.tsx'
import { words } from './texts.ts'
import { UploadedPicture } from './uploaded-picture.tsx'

/** The maximum number of testimonials in the contract. */
const MOST = 12

export function TestimonialsSection({ form, uploads }: SectionProps) {
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'testimonials',
    keyName: 'key',
  })
  return (
    <Section title={words.testimonials} more={words.testimonialsMore}>
      {fields.map(({ key }, at) => (
        <TestimonialFields key={key} form={form} uploads={uploads} at={at} onRemove={() => remove(at)} />
      ))}
      {fields.length < MOST && (
        <p>
          <Button tone="quiet" onClick={() => append(NEW_TESTIMONIAL)}>
            {words.addTestimonial}
          </Button>
        </p>
      )}
    </Section>
  )
}

type TestimonialFieldsProps = SectionProps & { at: number; onRemove: () => void }

function TestimonialFields({ form, uploads, at, onRemove }: TestimonialFieldsProps) {
  const path = `testimonials.${at}` as const
  const { register, control, formState } = form
  const errors = formState.errors.testimonials?.[at]
  const name = useWatch({ control, name: `${path}.name` })
  const title = words.testimonial(name, at + 1)
  return (
    <fieldset className="settings-customer panel">
      <legend className="sr-only">{title}</legend>
      <div className="spread">
        <h3 className="text-lg break-words">{title}</h3>
        <LinkButton onClick={onRemove}>{words.removeTestimonial(name, at + 1)}</LinkButton>
      </div>
      <TextField
        label={words.customer}
        autoComplete="off"
        maxLength={100}
        error={errors?.name?.message}
        {...register(`${path}.name`, {
          validate: (text) => text.trim() !== '' || words.customerRequired,
        })}
      />
      <TextField
        label={words.from}
        hint={words.fromHint}
        autoComplete="off"
        maxLength={120}
        error={errors?.from?.message}
        {...register(`${path}.from`)}
      />
      <TextArea
        label={words.quote}
        rows={3}
        maxLength={600}
        error={errors?.quote?.message}
        {...register(`${path}.quote`, {
          validate: (text) => text.trim() !== '' || words.quoteRequired,
        })}
      />
      <UploadedPicture
        label={words.customerPicture}
        name={`${path}.picture`}
        control={control}
        uploads={uploads}
      />
    </fieldset>
  )
}
