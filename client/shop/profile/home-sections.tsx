import type { MouseEvent } from 'react'
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
      {isShown && <Fields {...props} kind={kind} />}
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

/** The labels of the buttons. The reviews have none. */
const BUTTONS: Partial<Record<HomeKind, string>> = {
  hero: words.buyButton,
  coffees: words.sectionButton,
  brands: words.sectionButton,
  bags: words.sectionButton,
  story: words.contactButton,
  text: words.contactButton,
}

function Fields({ form, uploads, at, kind }: FieldsProps & { kind: HomeKind }) {
  const button = BUTTONS[kind]
  return (
    <>
      {kind === 'hero' ? (
        <HeroFields form={form} uploads={uploads} />
      ) : (
        <TextField label={words.sectionHeading} maxLength={120} {...registered(form, `home.${at}.heading`)} />
      )}
      {kind === 'story' && <BandFields form={form} uploads={uploads} of="story" label={words.story} />}
      {kind === 'text' && <BandFields form={form} uploads={uploads} of={`home.${at}`} label={words.text} />}
      {kind === 'reviews' && <TestimonialList form={form} uploads={uploads} />}
      {button && <TextField label={button} maxLength={40} {...registered(form, `home.${at}.button`)} />}
      {kind === 'hero' && (
        <TextField label={words.aboutButton} maxLength={40} {...registered(form, `home.${at}.other`)} />
      )}
    </>
  )
}

function HeroFields({ form, uploads }: SectionProps) {
  return (
    <>
      <TextField
        label={words.heroSentence}
        hint={words.heroSentenceHint}
        maxLength={160}
        {...registered(form, 'hero.sentence')}
      />
      <UploadedPicture label={words.heroPicture} name="hero.picture" form={form} uploads={uploads} />
    </>
  )
}

/** `of` is the part of the profile with the text and the picture. */
type BandFieldsProps = SectionProps & { of: 'story' | `home.${number}`; label: string }

function BandFields({ form, uploads, of, label }: BandFieldsProps) {
  return (
    <>
      <TextArea
        label={label}
        hint={words.storyHint}
        rows={8}
        maxLength={4000}
        {...registered(form, `${of}.text`)}
      />
      <UploadedPicture
        label={of === 'story' ? words.storyPicture : words.textPicture}
        name={`${of}.picture`}
        form={form}
        uploads={uploads}
      />
      <TextField
        label={words.pictureText}
        hint={words.pictureTextHint}
        maxLength={200}
        {...registered(form, `${of}.pictureText`)}
      />
    </>
  )
}
