import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import { TextArea } from '#client/ui/fields.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { Section } from '#client/ui/settings-form/section.tsx'
import { LEGAL_LENGTH, legalPages } from '#contract/shop/choices.ts'
import type { LegalPage } from '#contract/shop/choices.ts'
import type { SectionProps } from './sections.tsx'
import { words } from './texts.ts'
import { UploadedPicture } from './uploaded-picture.tsx'

export function LegalSection({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Section title={words.legal} more={words.legalMore}>
      {legalPages.map((page) => (
        <LegalText key={page} form={form} page={page} />
      ))}
    </Section>
  )
}

/** The notice that shops which sell to consumers in the EU have to show before the order. */
export function NoticeSection({ form, uploads }: SectionProps) {
  return (
    <Section title={words.notice} more={words.noticeMore}>
      <p>
        <a href={NOTICE_SOURCE} className="link">
          {words.noticeSource}
        </a>
      </p>
      <UploadedPicture
        label={words.noticePicture}
        name="notice.picture"
        form={form}
        uploads={uploads}
        isWhole
      />
      <TextArea
        label={words.noticeText}
        hint={words.noticeTextHint}
        rows={6}
        maxLength={4000}
        {...registered(form, 'notice.pictureText')}
      />
    </Section>
  )
}

/** The regulation in all languages. Its Annex I has the notice as a picture. */
const NOTICE_SOURCE = 'https://eur-lex.europa.eu/eli/reg_impl/2025/1960/oj'

/** The text of one legal page in Markdown. The server renders its preview, as it renders the page itself. */
function LegalText({ form, page }: Pick<SectionProps, 'form'> & { page: LegalPage }) {
  const text = useWatch({ control: form.control, name: `legal.${page}` })
  const { mutate, data, reset, isPending, error } = useMutation({
    mutationFn: () => api('POST /shop/legal/preview', { body: { text } }),
  })
  const title = words.legalPages[page]
  const length = words.legalLength(text.length, LEGAL_LENGTH)
  return (
    <div className="grid gap-2">
      <TextArea
        label={title}
        hint={words.legalHint(length)}
        rows={6}
        maxLength={LEGAL_LENGTH}
        {...registered(form, `legal.${page}`)}
      />
      <p>
        <Button
          tone="quiet"
          busy={isPending}
          busyText={words.showing}
          aria-expanded={data !== undefined}
          onClick={() => (data ? reset() : mutate())}
        >
          {data ? words.hideLegal(title) : words.showLegal(title)}
        </Button>
      </p>
      {data && <Rendered html={data.html} />}
      <FormError>{error && errorText(error)}</FormError>
    </div>
  )
}

/** The HTML comes from the server, which renders Markdown without any HTML of the author's. */
function Rendered({ html }: { html: string }) {
  if (html === '') return <p className="panel">{words.legalEmpty}</p>
  // oxlint-disable-next-line react/no-danger
  return <div className="panel legal-text mt-0" dangerouslySetInnerHTML={{ __html: html }} />
}
