import type { MouseEvent, ReactNode } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { CheckField, TextArea, TextField } from '#client/ui/fields.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { RemoveButton, Section } from '#client/ui/settings-form/section.tsx'
import { homeSection, MAX_HOME_SECTIONS } from '#contract/shop/choices.ts'
import type { HomeKind } from '#contract/shop/choices.ts'
import type { SectionProps } from './sections.tsx'
import { TestimonialList } from './testimonial-list.tsx'
import { words } from './texts.ts'
import { UploadedPicture } from './uploaded-picture.tsx'

/** The sections of the home page, in their order: which are shown, and what they say. */
export function HomeSections({ form, uploads }: SectionProps) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'home' })
  return (
    <Section title={words.home} more={words.homeMore}>
      {fields.map(({ id, kind }, at) => (
        <SectionFields
          key={id}
          {...{ form, uploads, kind, at }}
          isLast={at === fields.length - 1}
          onMove={(to) => move(at, to)}
          onRemove={() => remove(at)}
        />
      ))}
      {fields.length < MAX_HOME_SECTIONS && (
        <p>
          <Button tone="quiet" onClick={() => append(homeSection('text'))}>
            {words.addText}
          </Button>
        </p>
      )}
    </Section>
  )
}

type FieldsProps = SectionProps & { at: number }

type SectionFieldsProps = FieldsProps & {
  kind: HomeKind
  isLast: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

function SectionFields({ kind, isLast, onMove, onRemove, ...props }: SectionFieldsProps) {
  const { form, at } = props
  const isShown = useWatch({ control: form.control, name: `home.${at}.isShown` })
  const title = words.homeKinds[kind]
  const Fields = FIELDS[kind]
  return (
    <fieldset className="settings-item panel">
      <legend className="sr-only">{title}</legend>
      <div className="spread">
        <h3 className="text-lg">{title}</h3>
        <div className="cluster">
          {kind === 'text' && <RemoveButton onClick={onRemove}>{words.removeText}</RemoveButton>}
          <MoveButton label={words.up(title)} isEnd={at === 0} onMove={() => onMove(at - 1)}>
            ↑
          </MoveButton>
          <MoveButton label={words.down(title)} isEnd={isLast} onMove={() => onMove(at + 1)}>
            ↓
          </MoveButton>
        </div>
      </div>
      <CheckField label={words.isShown} {...registered(form, `home.${at}.isShown`)} />
      {isShown && <Fields {...props} />}
    </fieldset>
  )
}

type MoveButtonProps = { label: string; isEnd: boolean; onMove: () => void; children: string }

/** A button that moves a section, and keeps the focus. At the end of the list, it does nothing. */
function MoveButton({ label, isEnd, onMove, children }: MoveButtonProps) {
  function click({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    onMove()
    // The browser takes the focus from an element that is moved in the document.
    setTimeout(() => currentTarget.focus())
  }
  return (
    <Button tone="quiet" aria-label={label} blocked={isEnd} onClick={click}>
      {children}
    </Button>
  )
}

const FIELDS: Record<HomeKind, (props: FieldsProps) => ReactNode> = {
  hero: HeroFields,
  coffees: HeadingFields,
  brands: HeadingFields,
  bags: HeadingFields,
  story: StoryFields,
  reviews: ReviewFields,
  text: TextFields,
}

function HeroFields({ form, uploads, at }: FieldsProps) {
  return (
    <>
      <TextField
        label={words.heroSentence}
        hint={words.heroSentenceHint}
        maxLength={160}
        {...registered(form, 'hero.sentence')}
      />
      <UploadedPicture label={words.heroPicture} name="hero.picture" form={form} uploads={uploads} />
      <ButtonField form={form} at={at} label={words.buyButton} />
      <TextField label={words.aboutButton} maxLength={40} {...registered(form, `home.${at}.other`)} />
    </>
  )
}

function HeadingFields({ form, at }: Omit<FieldsProps, 'uploads'>) {
  return (
    <>
      <HeadingField form={form} at={at} />
      <ButtonField form={form} at={at} />
    </>
  )
}

function StoryFields(props: FieldsProps) {
  return <BandFields {...props} of="story" label={words.story} pictureLabel={words.storyPicture} />
}

function TextFields(props: FieldsProps) {
  const of = `home.${props.at}` as const
  return <BandFields {...props} of={of} label={words.text} pictureLabel={words.textPicture} />
}

/** `of` is the part of the profile with the text and the picture. */
type BandFieldsProps = FieldsProps & { of: 'story' | `home.${number}`; label: string; pictureLabel: string }

function BandFields({ form, uploads, at, of, label, pictureLabel }: BandFieldsProps) {
  return (
    <>
      <HeadingField form={form} at={at} />
      <TextArea
        label={label}
        hint={words.storyHint}
        rows={8}
        maxLength={4000}
        {...registered(form, `${of}.text`)}
      />
      <UploadedPicture label={pictureLabel} name={`${of}.picture`} form={form} uploads={uploads} />
      <TextField
        label={words.pictureText}
        hint={words.pictureTextHint}
        maxLength={200}
        {...registered(form, `${of}.pictureText`)}
      />
      <ButtonField form={form} at={at} label={words.contactButton} />
    </>
  )
}

function ReviewFields({ form, uploads, at }: FieldsProps) {
  return (
    <>
      <HeadingField form={form} at={at} />
      <TestimonialList form={form} uploads={uploads} />
    </>
  )
}

type OneField = Omit<FieldsProps, 'uploads'> & { label?: string }

function HeadingField({ form, at }: OneField) {
  return (
    <TextField label={words.sectionHeading} maxLength={120} {...registered(form, `home.${at}.heading`)} />
  )
}

function ButtonField({ form, at, label = words.sectionButton }: OneField) {
  return <TextField label={label} maxLength={40} {...registered(form, `home.${at}.button`)} />
}
