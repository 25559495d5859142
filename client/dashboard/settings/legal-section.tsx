import { useWatch } from 'react-hook-form'
import { TextArea } from '#client/ui/fields.tsx'
import type { LegalPage } from '#contract/shop/profile.ts'
import { Section } from '../forms/section.tsx'
import { LEGAL_PAGES } from './profile-fields.ts'
import type { SectionProps } from './sections.tsx'
import { words } from './texts.ts'

/** The maximum length of a legal text in the contract, in characters. */
const MOST = 60_000

export function LegalSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={words.legal} more={words.legalMore}>
      {LEGAL_PAGES.map((page) => (
        <LegalText key={page} form={form} page={page} />
      ))}
    </Section>
  )
}

/** The text of one legal page in Markdown. */
function LegalText({ form, page }: Pick<SectionProps, 'form'> & { page: LegalPage }) {
  const { register, control, formState } = form
  const text = useWatch({ control, name: `legal.${page}` })
  const title = words.legalPages[page]
  const length = words.legalLength(text.length, MOST)
  return (
    <TextArea
      label={title}
      hint={words.legalHint(length)}
      rows={6}
      maxLength={MOST}
      error={formState.errors.legal?.[page]?.message}
      {...register(`legal.${page}`)}
    />
  )
}
