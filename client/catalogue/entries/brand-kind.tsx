import { api } from '#client/lib/api.ts'
import { storedPhoto } from '#client/media/photo.ts'
import { TextField } from '#client/ui/fields.tsx'
import { pages } from '#contract/pages.ts'
import type { NewBrand } from '#contract/shop-management.ts'
import { NAME_LENGTH } from '#contract/values/limits.ts'
import { photoRules, selected, typed } from '../forms/field-checks.ts'
import { RattingField } from '../forms/form-fields.tsx'
import { labels, texts, words } from '../manage/texts.ts'
import { addCoffeeOf } from './entry-addresses.ts'
import { NO_FIELDS } from './entry-kind.ts'
import type { EntryInput, EntryKind, FieldsProps } from './entry-kind.ts'

export const brandKind: EntryKind<NewBrand> = {
  key: 'brand',
  noun: words.brand,
  hasStock: false,
  next: words.brandNext,
  page: pages.shop,
  addPage: pages.addBrand,
  listCall: 'GET /personCoffee',
  facts: ({ img, category_name, ratting }) => ({ img, name: category_name, ratting: Number(ratting) }),

  addText: words.addBrand,
  Fields: BrandFields,
  fieldsOf: ({ img, category_name, ratting }) => ({
    ...NO_FIELDS,
    photo: storedPhoto(img),
    name: category_name,
    ratting: String(ratting),
  }),
  fieldNames: { img: 'photo', category_name: 'name', ratting: 'ratting' },
  bodyOf: newBrand,
  post: (body) => api('POST /coffeeBrand', { body }),
  put: (id, body) => api('PUT /coffeeBrand/{id}', { params: { id }, body }),
  addedToast: ({ name }) => texts.added(name.trim()),
  nextSteps: ({ name }) => [{ text: words.nextCoffee, to: addCoffeeOf(name.trim()) }],

  countCoffees: async (id) => (await api('GET /coffeeDetails/{id}', { params: { id } })).coffees.length,
  remove: (id) => api('DELETE /brandDelete/{id}', { params: { id } }),
  restore: (id) => api('PUT /brandRestore/{id}', { params: { id } }),
  deleteText: texts.delete,
  deletedToast: texts.deleted,
}

/** The validation rules of the form for a brand, in the order in which they are checked (specification section 5). */
export const brandRules = {
  photo: photoRules,
  name: typed(labels.categoryName, NAME_LENGTH),
  ratting: selected(labels.ratting),
}

function BrandFields({ register, errors }: FieldsProps) {
  return (
    <>
      <TextField
        label={labels.categoryName}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', brandRules.name)}
      />
      <RattingField error={errors.ratting?.message} {...register('ratting', brandRules.ratting)} />
    </>
  )
}

function newBrand({ img, name, ratting }: EntryInput, email: string): NewBrand {
  return { img, category_name: name.trim(), ratting: Number(ratting), email }
}
