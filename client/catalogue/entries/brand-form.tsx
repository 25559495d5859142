import type { NewBrand } from '#contract/shop-management.ts'
import { TextField } from '#client/ui/fields.tsx'
import { ProductForm } from '../forms/product-form.tsx'
import { RattingField } from '../forms/ratting-field.tsx'
import { brandRules } from '../forms/rules.ts'
import { labels, words } from '../manage/texts.ts'
import { brandKind } from './brand-kind.ts'
import { useEntryForm } from './use-entry-form.ts'
import type { EntryFormProps } from './use-entry-form.ts'

/** A brand: photo, category name, ratting. */
export function BrandForm(props: EntryFormProps<NewBrand>) {
  const state = useEntryForm(brandKind, props)
  const { register, formState } = state.form
  const { errors } = formState
  return (
    <ProductForm state={state} action={props.entry ? words.save : words.addBrand}>
      <TextField
        label={labels.categoryName}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', brandRules.name)}
      />
      <RattingField error={errors.ratting?.message} {...register('ratting', brandRules.ratting)} />
    </ProductForm>
  )
}
