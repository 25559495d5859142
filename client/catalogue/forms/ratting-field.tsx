import type { UseFormRegisterReturn } from 'react-hook-form'
import { SelectField } from '#client/ui/fields.tsx'
import { labels, texts } from '../manage/texts.ts'
import { RATTINGS } from './rules.ts'

/** One to five stars (specification section 5). */
export function RattingField(props: UseFormRegisterReturn & { error: string | undefined }) {
  return (
    <SelectField label={labels.ratting} placeholder={texts.selectRatting} options={RATTINGS} {...props} />
  )
}
