import { api } from '#client/lib/api.ts'
import { TextField } from '#client/ui/fields.tsx'
import type { OwnBrand } from '#contract/shop-management.ts'
import { NAME_LENGTH } from '#contract/values/limits.ts'
import { changeEntry } from '../manage/catalogue-cache.ts'
import { addCoffeeOf } from '../manage/entry-addresses.ts'
import { labels, specTexts, words } from '../manage/texts.ts'
import { brandBody, brandFields, NO_FIELDS } from './entry-fields.ts'
import type { EntryInput } from './entry-fields.ts'
import { EntryForm } from './entry-form.tsx'
import { photoRules, selected, typed } from './field-checks.ts'
import { RattingField } from './form-fields.tsx'
import { useEntryForm } from './use-entry-form.ts'
import type { Saving } from './use-entry-form.ts'

/** The validation rules of the form for a brand, in the order in which they are checked (specification section 5). */
export const brandRules = {
  photo: photoRules,
  name: typed(labels.categoryName, NAME_LENGTH),
  ratting: selected(labels.ratting),
}

/** The form that adds a brand, or edits `brand`. `onDone` is called when it was saved or its changes were discarded. */
export function BrandForm({ brand, onDone }: { brand?: OwnBrand; onDone?: () => void }) {
  const state = useEntryForm({
    id: brand?._id,
    initial: brand ? brandFields(brand) : NO_FIELDS,
    category: 'name',
    save: (input, saving) => saveBrand(input, saving, brand),
    addedToast: ({ name }) => specTexts.added(name.trim()),
    nextSteps: ({ name }) => [{ text: words.nextCoffee, to: addCoffeeOf(name.trim()) }],
    onDone,
  })
  const { field } = state
  return (
    <EntryForm state={state} submitText={brand ? words.save : words.addBrand}>
      <TextField
        label={labels.categoryName}
        hint={words.newBrandHint}
        autoComplete="off"
        {...field('name', brandRules.name)}
      />
      <RattingField {...field('ratting', brandRules.ratting)} />
    </EntryForm>
  )
}

async function saveBrand(input: EntryInput, { client, email }: Saving, brand?: OwnBrand) {
  const body = brandBody(input, email)
  if (!brand) return api('POST /coffeeBrand', { body })
  const { _id: id } = brand
  const answer = await api('PUT /coffeeBrand/{id}', { params: { id }, body })
  await changeEntry(client, 'GET /personCoffee', { _id: id, ...body })
  return answer
}
