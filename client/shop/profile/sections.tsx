import type { UseFormReturn } from 'react-hook-form'
import { SelectField } from '#client/ui/fields.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { SOCIAL_EXAMPLES, socialForm, socialUrl } from '#contract/shop/social-links.ts'
import { Section } from '#client/ui/settings-form/section.tsx'
import { AccentField } from './accent-field.tsx'
import { NETWORKS } from './profile-fields.ts'
import type { ProfileFields } from './profile-fields.ts'
import { ProfileText, ProfileTextArea } from './profile-inputs.tsx'
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
      <ProfileText
        form={form}
        name="name"
        label={words.shopName}
        maxLength={60}
        validate={(name) => name.trim() !== '' || words.nameRequired}
      />
      <ProfileText
        form={form}
        name="tagline"
        label={words.tagline}
        hint={words.taglineHint}
        maxLength={160}
      />
      <UploadedPicture label={words.logo} name="logo" form={form} uploads={uploads} />
      <p className="small">{words.logoHint}</p>
    </>
  )
}

export function HomeSection({ form, uploads }: SectionProps) {
  return (
    <Section title={words.home} more={words.homeMore}>
      <ProfileText form={form} name="hero.sentence" label={words.heroSentence} maxLength={160} />
      <UploadedPicture label={words.heroPicture} name="hero.picture" form={form} uploads={uploads} />
      <ProfileTextArea
        form={form}
        name="story.text"
        label={words.story}
        hint={words.storyHint}
        rows={8}
        maxLength={4000}
      />
      <UploadedPicture label={words.storyPicture} name="story.picture" form={form} uploads={uploads} />
      <ProfileText
        form={form}
        name="story.pictureText"
        label={words.pictureText}
        hint={words.pictureTextHint}
        maxLength={200}
      />
    </Section>
  )
}

export function ContactSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={words.contact} more={words.contactMore}>
      <ProfileText
        form={form}
        name="contact.email"
        label={words.email}
        type="email"
        maxLength={254}
        validate={(email) => /^\s*([^\s@]+@[^\s@]+)?\s*$/.test(email) || words.notEmail}
      />
      <ProfileText form={form} name="contact.phone" label={words.phone} type="tel" maxLength={40} />
      <ProfileTextArea form={form} name="contact.address" label={words.address} rows={4} maxLength={400} />
      <ProfileTextArea
        form={form}
        name="openingHours"
        label={words.openingHours}
        hint={words.openingHoursHint}
        rows={4}
        maxLength={600}
      />
    </Section>
  )
}

export function SocialSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={words.social} more={words.socialMore}>
      {NETWORKS.map((network) => (
        <ProfileText
          key={network}
          form={form}
          name={`socialLinks.${network}`}
          label={network}
          placeholder={SOCIAL_EXAMPLES[network]}
          type="url"
          maxLength={490}
          validate={(text) =>
            text.trim() === '' || socialUrl(network, text) !== null || words.notLink(socialForm(network))
          }
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
