import { useController } from 'react-hook-form'
import type { Control, UseFormReturn } from 'react-hook-form'
import { CheckField, OptionField, TextArea, TextField } from '#client/ui/fields.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { LinkButton, Section } from '#client/ui/settings-form/section.tsx'
import { pages } from '#contract/pages.ts'
import { socialNetworks } from '#contract/shop/choices.ts'
import { SOCIAL_EXAMPLES, socialForm, socialUrl } from '#contract/shop/social-links.ts'
import { isReadable, nearestReadable } from '#contract/values/contrast.ts'
import { colourOf } from './profile-fields.ts'
import type { ProfileFields } from './profile-fields.ts'
import { words } from './texts.ts'
import { UploadedPicture } from './uploaded-picture.tsx'
import type { Uploads } from './use-profile-form.ts'

export type SectionProps = { form: UseFormReturn<ProfileFields>; uploads: Uploads }

export function NameSection(props: SectionProps) {
  return (
    <Section title={words.name} more={words.nameMore}>
      <NameFields {...props} />
    </Section>
  )
}

export function NameFields({ form, uploads }: SectionProps) {
  return (
    <>
      <TextField
        label={words.shopName}
        maxLength={60}
        {...registered(form, 'name', { validate: (name) => name.trim() !== '' || words.nameRequired })}
      />
      <TextField
        label={words.tagline}
        hint={words.taglineHint}
        maxLength={160}
        {...registered(form, 'tagline')}
      />
      <UploadedPicture label={words.logo} name="logo" form={form} uploads={uploads} />
      <p className="small">{words.logoHint}</p>
    </>
  )
}

export function ContactSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={words.contact} more={words.contactMore}>
      <TextField
        label={words.email}
        type="email"
        maxLength={254}
        {...registered(form, 'contact.email', {
          validate: (email) => /^\s*([^\s@]+@[^\s@]+)?\s*$/.test(email) || words.notEmail,
        })}
      />
      <TextField label={words.phone} type="tel" maxLength={40} {...registered(form, 'contact.phone')} />
      <TextArea label={words.address} rows={4} maxLength={400} {...registered(form, 'contact.address')} />
      <TextArea
        label={words.openingHours}
        hint={words.openingHoursHint}
        rows={4}
        maxLength={600}
        {...registered(form, 'openingHours')}
      />
    </Section>
  )
}

export function SocialSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={words.social} more={words.socialMore}>
      {socialNetworks.map((network) => (
        <TextField
          key={network}
          label={network}
          placeholder={SOCIAL_EXAMPLES[network]}
          type="url"
          maxLength={490}
          {...registered(form, `socialLinks.${network}`, {
            validate: (text) =>
              text.trim() === '' || socialUrl(network, text) !== null || words.notLink(socialForm(network)),
          })}
        />
      ))}
    </Section>
  )
}

const DATE_STYLES = Object.entries(words.dateStyles).map(([value, text]) => ({ value, text }))

export function LookSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={words.look}>
      <AccentField control={form.control} />
      <OptionField
        label={words.dateStyle}
        placeholder={words.dateStyle}
        options={DATE_STYLES}
        {...form.register('dateStyle')}
      />
      <CheckField
        label={words.showsOwnRatings}
        hint={words.showsOwnRatingsHint}
        {...form.register('showsOwnRatings')}
      />
    </Section>
  )
}

/** Texts that customers read, of which none may be empty. */
export function WordsSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={words.texts} more={words.textsMore}>
      {SHOP_WORDS.map((name) => (
        <TextField
          key={name}
          label={words.shopWords[name]}
          maxLength={120}
          {...registered(form, `words.${name}`, {
            validate: (text) => text.trim() !== '' || words.textRequired,
          })}
        />
      ))}
    </Section>
  )
}

const SHOP_WORDS = ['rating', 'notFound', 'loggedIn', 'shortPassword'] as const

/** A link to the settings of the shop that are on the page Selling. */
export function ElsewhereSection() {
  return (
    <Section title={words.elsewhere} more={words.elsewhereMore}>
      <p>
        <PageLink to={pages.selling} className="link">
          {words.toSelling}
        </PageLink>
      </p>
    </Section>
  )
}

/** The accent colour as text, with the colour picker of the browser beside it. */
function AccentField({ control }: { control: Control<ProfileFields> }) {
  const { field, fieldState } = useController({ control, name: 'accent', rules: { validate: accentProblem } })
  const colour = colourOf(field.value)
  const isColour = COLOUR.test(colour)
  const isTooLight = isColour && !isReadable(colour)
  return (
    <div className="settings-accent">
      <TextField
        label={words.accent}
        hint={words.accentHint}
        error={isTooLight ? words.tooLight : fieldState.error?.message}
        spellCheck={false}
        maxLength={7}
        {...field}
      />
      <input
        type="color"
        aria-label={words.accentPicker}
        value={isColour ? colour : DESIGN}
        onChange={({ target }) => field.onChange(target.value)}
      />
      {isTooLight && (
        <LinkButton onClick={() => field.onChange(nearestReadable(colour))}>
          {words.nearest(nearestReadable(colour))}
        </LinkButton>
      )}
    </div>
  )
}

const COLOUR = /^#[0-9a-f]{6}$/

/** The colour of the light theme, with which the colour picker begins. */
const DESIGN = '#944a1b'

/** Returns true for a colour that can be used and for an empty text, otherwise what is wrong. */
function accentProblem(typed: string): true | string {
  const colour = colourOf(typed)
  if (colour === '') return true
  if (!COLOUR.test(colour)) return words.notColour
  return isReadable(colour) || words.tooLight
}
