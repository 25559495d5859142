import { EXPORT_PATHS, PARCEL_SERVICES } from '#contract/values/exports.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Section } from '#client/ui/settings-form/section.tsx'
import { words as menuWords } from '../texts.ts'
import { NumbersIn } from './numbers-in.tsx'
import { words } from './texts.ts'
import { TypeNumbers } from './type-numbers.tsx'
import './parcels.css'

/** The page `/dashboard/parcels`: the orders to send as files for parcel services, and their tracking numbers back. */
export function ParcelsPage() {
  return (
    <>
      <PageTitle title={menuWords.parcels} />
      <div className="parcels grid gap-6 max-w-3xl mt-6">
        <Section title={words.out} more={words.outMore}>
          <ul className="flex flex-wrap gap-3">
            {PARCEL_SERVICES.map((service) => (
              <li key={service}>
                <a
                  href={`/api${EXPORT_PATHS.parcels}?service=${service}`}
                  download
                  className={buttonClasses('quiet')}
                >
                  {words.services[service]}
                </a>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={words.typed} more={words.typedMore}>
          <TypeNumbers />
        </Section>
        <Section title={words.in} more={words.inMore}>
          <NumbersIn />
        </Section>
      </div>
    </>
  )
}
