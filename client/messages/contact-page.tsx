import { PageTitle } from '#client/ui/page-title.tsx'
import { ContactForm } from './contact-form.tsx'
import { words } from './texts.ts'

/** `/contact`: specification section 2, Contact. */
export function ContactPage() {
  return (
    <div className="mx-auto w-full max-w-xl py-10 sm:py-16">
      <PageTitle title={words.title}>{words.heading}</PageTitle>
      <p className="mt-2 mb-8">{words.lead}</p>
      <ContactForm />
    </div>
  )
}
