import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { DATEV_COUNTRY } from '#contract/selling/country-proposals.ts'
import { lastMonths, midnightText, monthText } from '#contract/values/dates/date-texts.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { callQuery } from '#client/lib/query.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { OptionField } from '#client/ui/fields.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { words as menuWords } from '../texts.ts'
import { words } from './texts.ts'
import './month.css'

/** How many months can be chosen: those of three years. */
const MONTHS = 36

/** The page `/dashboard/month`: the files of a month for the accountant. It begins with the month that has ended. */
export function MonthPage() {
  const [months] = useState(() => lastMonths(Date.now(), MONTHS))
  const [month, setMonth] = useState(months[1] ?? '')
  return (
    <>
      <PageTitle title={menuWords.month} />
      <p className="mt-2 mb-6">{words.lead}</p>
      <div className="grid gap-6 max-w-2xl">
        <OptionField
          label={words.month}
          hint={words.days(midnightText())}
          options={months.map((value) => ({ value, text: monthText(value) }))}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
        />
        <ul className="month-files panel grid gap-4">
          <FileItem name="monthOrders" month={month} />
          <FileItem name="monthLines" month={month} />
          <FileItem name="monthMoney" month={month} />
          <FileItem name="monthTax" month={month} />
          <DatevItem month={month} />
        </ul>
      </div>
    </>
  )
}

type FileItemProps = { name: keyof typeof words.files; month: string }

function FileItem({ name, month }: FileItemProps) {
  const file = words.files[name]
  return (
    <li>
      <a
        href={`/api${EXPORT_PATHS[name]}?month=${month}`}
        download
        className={buttonClasses('quiet')}
        aria-describedby={name}
      >
        {file.name}
      </a>
      <span id={name}>{file.more}</span>
    </li>
  )
}

/** The file for DATEV in Germany, or the way to the settings that it needs. */
function DatevItem({ month }: { month: string }) {
  const { data } = useQuery(callQuery('GET /selling'))
  if (!data || data.settings.country !== DATEV_COUNTRY) return null
  const { consultant, client } = data.settings.accounting
  if (consultant !== '' && client !== '') return <FileItem name="monthDatev" month={month} />
  return (
    <li>
      <PageLink to={pages.selling} className="link">
        {words.enterNumbers}
      </PageLink>
      <span>{words.beforeDatev}</span>
    </li>
  )
}
