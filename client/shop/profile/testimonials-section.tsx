import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { LinkButton, Section } from '#client/ui/settings-form/section.tsx'
import { NEW_TESTIMONIAL } from './profile-fields.ts'
import { ProfileText, ProfileTextArea } from './profile-inputs.tsx'
import type { SectionProps } from './sections.tsx'
import { words } from './texts.ts'
import { UploadedPicture } from './uploaded-picture.tsx'

/** The maximum number of testimonials in the contract. */
const MAX = 12

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
      {fields.length < MAX && (
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
  const name = useWatch({ control: form.control, name: `${path}.name` })
  const title = words.testimonial(name, at + 1)
  return (
    <fieldset className="settings-customer panel">
      <legend className="sr-only">{title}</legend>
      <div className="spread">
        <h3 className="text-lg break-words">{title}</h3>
        <LinkButton onClick={onRemove}>{words.removeTestimonial(name, at + 1)}</LinkButton>
      </div>
      <ProfileText
        form={form}
        name={`${path}.name`}
        label={words.customer}
        maxLength={100}
        validate={(text) => text.trim() !== '' || words.customerRequired}
      />
      <ProfileText
        form={form}
        name={`${path}.from`}
        label={words.from}
        hint={words.fromHint}
        maxLength={120}
      />
      <ProfileTextArea
        form={form}
        name={`${path}.quote`}
        label={words.quote}
        rows={3}
        maxLength={600}
        validate={(text) => text.trim() !== '' || words.quoteRequired}
      />
      <UploadedPicture label={words.customerPicture} name={`${path}.picture`} form={form} uploads={uploads} />
    </fieldset>
  )
}
