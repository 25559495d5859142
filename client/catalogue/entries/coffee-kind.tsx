import { useQuery } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { storedPhoto } from '#client/media/photo.ts'
import { TextArea, TextField } from '#client/ui/fields.tsx'
import { pages } from '#contract/pages.ts'
import type { NewCoffee } from '#contract/shop-management.ts'
import { ABOUT_LENGTH, NAME_LENGTH } from '#contract/values/limits.ts'
import { amount, atMost, photoRules, selected, typed } from '../forms/field-checks.ts'
import { ChoiceField, PriceField, RattingField } from '../forms/form-fields.tsx'
import { packedBody, packedFields, PackedFields } from '../forms/packed-fields.tsx'
import { labels, texts, words } from '../manage/texts.ts'
import { addCoffeeOf, addPacketOf } from './entry-addresses.ts'
import type { EntryInput, EntryKind, FieldsProps } from './entry-kind.ts'

export const coffeeKind: EntryKind<NewCoffee> = {
  key: 'coffee',
  noun: words.coffee,
  hasStock: true,
  next: words.coffeeNext,
  page: pages.shopCoffees,
  addPage: pages.addCoffee,
  listCall: 'GET /packetName',
  facts: ({ img, name, category_name, price, ratting, weight }) => ({
    img,
    name,
    note: category_name,
    price,
    ratting: Number(ratting),
    weight: weight ?? undefined,
  }),

  addText: words.addCoffee,
  Fields: CoffeeFields,
  fieldsOf: ({ img, name, price, category_name, ratting, about = '', ...packed }) => ({
    photo: storedPhoto(img),
    name,
    price,
    brand: category_name,
    about,
    ratting: String(ratting),
    ...packedFields(packed),
  }),
  fieldNames: {
    img: 'photo',
    name: 'name',
    price: 'price',
    category_name: 'brand',
    about: 'about',
    ratting: 'ratting',
    weight: 'weight',
  },
  bodyOf: newCoffee,
  post: (body) => api('POST /addNewCoffee', { body }),
  put: (id, body) => api('PUT /addNewCoffee/{id}', { params: { id }, body }),
  addedToast: ({ brand }) => texts.added(brand),
  nextSteps: ({ name, brand }) => [
    { text: words.nextPacket, to: addPacketOf(name.trim()) },
    { text: words.anotherCoffee, to: addCoffeeOf(brand) },
  ],

  remove: (id) => api('DELETE /packetNameDelete/{id}', { params: { id } }),
  restore: (id) => api('PUT /packetNameRestore/{id}', { params: { id } }),
  deleteText: texts.delete,
  deletedToast: texts.deleted,
}

/**
 * The validation rules of the form for a coffee, in the order in which they are checked (specification section 5).
 */
export const coffeeRules = {
  photo: photoRules,
  name: typed(labels.name, NAME_LENGTH),
  price: amount(),
  brand: selected(labels.brand),
  ratting: selected(labels.ratting),
  about: atMost(ABOUT_LENGTH),
}

function CoffeeFields({ register, errors, initial }: FieldsProps) {
  const brands = useQuery(callQuery('GET /allCoffee'))
  return (
    <>
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
        initial={initial?.brand}
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
      <PackedFields register={register} errors={errors} />
    </>
  )
}

function newCoffee(input: EntryInput, email: string, before?: NewCoffee): NewCoffee {
  const { img, name, price, brand, about, ratting } = input
  return {
    img,
    name: name.trim(),
    price: price.trim(),
    category_name: brand,
    ratting: Number(ratting),
    about: about.trim(),
    ...packedBody(input, before),
    email,
  }
}
