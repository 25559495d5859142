import { PageTitle } from '#client/ui/page-title.tsx'
import { ContactForm } from './contact-form.tsx'
import { words } from './texts.ts'

/** `/contact`: specification section 2, Contact. */
export function ContactPage() {
  return (
    <div className="page">
      <div className="mx-auto max-w-xl">
        <PageTitle title={words.title}>{words.heading}</PageTitle>
        <p className="mt-2 mb-8">{words.lead}</p>
        <ContactForm />
      </div>
    </div>
  )
}
