import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { TextField } from '#client/ui/fields.tsx'
import { pages } from '#contract/pages.ts'
import { labels, words } from '../manage/texts.ts'
import { ChoiceField } from './form-fields.tsx'
import type { ChoiceProps } from './form-fields.tsx'

export function BrandChoice({ state: { defaultValues }, field }: ChoiceProps) {
  const brands = useQuery(callQuery('GET /allCoffee'))
  return (
    <ChoiceField
      label={labels.brand}
      placeholder={words.selectBrand}
      list={brands}
      names={brands.data?.map(({ category_name }) => category_name)}
      initial={defaultValues?.brand}
      failed={words.brandsFailed}
      none={{ text: words.noBrands, next: words.add(words.brand), page: pages.addBrand }}
      {...field}
    />
  )
}

export function NewBrand({ field }: ChoiceProps) {
  return <TextField label={labels.brand} hint={words.newBrandHint} autoComplete="off" {...field} />
}
