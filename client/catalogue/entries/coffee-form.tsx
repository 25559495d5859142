import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { NewCoffee } from '#contract/shop-management.ts'
import { callQuery } from '#client/lib/query.ts'
import { TextArea, TextField } from '#client/ui/fields.tsx'
import { ChoiceField } from '../forms/choice-field.tsx'
import { PriceField } from '../forms/price-field.tsx'
import { ProductForm } from '../forms/product-form.tsx'
import { RattingField } from '../forms/ratting-field.tsx'
import { coffeeRules } from '../forms/rules.ts'
import { labels, words } from '../manage/texts.ts'
import { coffeeKind } from './coffee-kind.ts'
import { useEntryForm } from './use-entry-form.ts'
import type { EntryFormProps } from './use-entry-form.ts'

/** A coffee name: photo, name, price, brand out of the list of brands, ratting, and what is said about it. */
export function CoffeeForm(props: EntryFormProps<NewCoffee>) {
  const state = useEntryForm(coffeeKind, props)
  const brands = useQuery(callQuery('GET /allCoffee'))
  const { register, formState } = state.form
  const { errors, defaultValues } = formState
  return (
    <ProductForm state={state} action={props.entry ? words.save : words.addCoffee}>
      <TextField
        label={labels.name}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', coffeeRules.name)}
      />
      <PriceField error={errors.price?.message} {...register('price', coffeeRules.price)} />
      <ChoiceField
        label={labels.brand}
        placeholder={words.selectBrand}
        list={brands}
        names={brands.data?.map(({ category_name }) => category_name)}
        chosenBefore={defaultValues?.brand}
        failed={words.brandsFailed}
        none={{ text: words.noBrands, next: words.add(words.brand), page: pages.addBrand }}
        error={errors.brand?.message}
        {...register('brand', coffeeRules.brand)}
      />
      <RattingField error={errors.ratting?.message} {...register('ratting', coffeeRules.ratting)} />
      <TextArea
        label={labels.about}
        hint={words.coffeeAboutHint}
        error={errors.about?.message}
        {...register('about', coffeeRules.about)}
      />
    </ProductForm>
  )
}
