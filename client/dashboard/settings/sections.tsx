import type { UseFormReturn } from 'react-hook-form'
import { SelectField, TextArea, TextField } from '#client/ui/fields.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { Section } from '../forms/section.tsx'
import { AccentField } from './accent-field.tsx'
import { linkOf, NETWORKS } from './profile-fields.ts'
import type { ProfileFields } from './profile-fields.ts'
import { words } from './texts.ts'
import { UploadedPicture } from './uploaded-picture.tsx'
import type { Uploads } from './use-profile-form.ts'

export type SectionProps = { form: UseFormReturn<ProfileFields>; uploads: Uploads }

export function NameSection({ form, uploads }: SectionProps) {
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <Section title={words.name} more={words.nameMore}>
      <TextField
        label={words.shopName}
        autoComplete="off"
        maxLength={60}
        error={errors.name?.message}
        {...register('name', { validate: (name) => name.trim() !== '' || words.nameRequired })}
      />
      <TextField
        label={words.tagline}
        hint={words.taglineHint}
        autoComplete="off"
        maxLength={160}
        error={errors.tagline?.message}
        {...register('tagline')}
      />
      <UploadedPicture label={words.logo} name="logo" control={control} uploads={uploads} />
      <p className="small">{words.logoHint}</p>
    </Section>
  )
}

export function HomeSection({ form, uploads }: SectionProps) {
  const { register, control, formState } = form
  const { hero, story } = formState.errors
  return (
    <Section title={words.home} more={words.homeMore}>
      <TextField
        label={words.heroSentence}
        autoComplete="off"
        maxLength={160}
        error={hero?.sentence?.message}
        {...register('hero.sentence')}
      />
      <UploadedPicture label={words.heroPicture} name="hero.picture" control={control} uploads={uploads} />
      <TextArea
        label={words.story}
        hint={words.storyHint}
        rows={8}
        maxLength={4000}
        error={story?.text?.message}
        {...register('story.text')}
      />
      <UploadedPicture label={words.storyPicture} name="story.picture" control={control} uploads={uploads} />
      <TextField
        label={words.pictureText}
        hint={words.pictureTextHint}
        autoComplete="off"
        maxLength={200}
        error={story?.pictureText?.message}
        {...register('story.pictureText')}
      />
    </Section>
  )
}

export function ContactSection({ form }: Pick<SectionProps, 'form'>) {
  const { register, formState } = form
  const { contact, openingHours } = formState.errors
  return (
    <Section title={words.contact} more={words.contactMore}>
      <TextField
        label={words.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        error={contact?.email?.message}
        {...register('contact.email', {
          validate: (email) => /^\s*([^\s@]+@[^\s@]+)?\s*$/.test(email) || words.notEmail,
        })}
      />
      <TextField
        label={words.phone}
        type="tel"
        autoComplete="off"
        maxLength={40}
        error={contact?.phone?.message}
        {...register('contact.phone')}
      />
      <TextArea
        label={words.address}
        rows={4}
        maxLength={400}
        error={contact?.address?.message}
        {...register('contact.address')}
      />
      <TextArea
        label={words.openingHours}
        hint={words.openingHoursHint}
        rows={4}
        maxLength={600}
        error={openingHours?.message}
        {...register('openingHours')}
      />
    </Section>
  )
}

export function SocialSection({ form }: Pick<SectionProps, 'form'>) {
  const { register, formState } = form
  return (
    <Section title={words.social} more={words.socialMore}>
      {NETWORKS.map((network) => (
        <TextField
          key={network}
          label={network}
          placeholder={words.networks[network]}
          type="url"
          autoComplete="off"
          maxLength={490}
          error={formState.errors.socialLinks?.[network]?.message}
          {...register(`socialLinks.${network}`, {
            validate: (url) => /^(https?:\/\/\S+)?$/.test(linkOf(url)) || words.notLink,
          })}
        />
      ))}
    </Section>
  )
}

const DATE_STYLES = Object.entries(words.dateStyles).map(([value, label]) => ({ value, label }))

export function LookSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={words.look}>
      <AccentField control={form.control} />
      <SelectField
        label={words.dateStyle}
        placeholder={words.dateStyle}
        options={DATE_STYLES}
        {...form.register('dateStyle')}
      />
    </Section>
  )
}

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
