import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { TextArea, TextField } from '#client/ui/fields.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { LinkButton, Section } from '#client/ui/settings-form/section.tsx'
import type { SectionProps } from './sections.tsx'
import { words } from './texts.ts'
import { UploadedPicture } from './uploaded-picture.tsx'

export function HomeSection({ form, uploads }: SectionProps) {
  return (
    <Section title={words.home} more={words.homeMore}>
      <TextField label={words.heroSentence} maxLength={160} {...registered(form, 'hero.sentence')} />
      <UploadedPicture label={words.heroPicture} name="hero.picture" form={form} uploads={uploads} />
      <TextArea
        label={words.story}
        hint={words.storyHint}
        rows={8}
        maxLength={4000}
        {...registered(form, 'story.text')}
      />
      <UploadedPicture label={words.storyPicture} name="story.picture" form={form} uploads={uploads} />
      <TextField
        label={words.pictureText}
        hint={words.pictureTextHint}
        maxLength={200}
        {...registered(form, 'story.pictureText')}
      />
    </Section>
  )
}

/** The maximum number of testimonials in the contract. */
const MAX_TESTIMONIALS = 12

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
      {fields.length < MAX_TESTIMONIALS && (
        <p>
          <Button tone="quiet" onClick={() => append({ name: '', from: '', quote: '', picture: '' })}>
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
