import { api } from '#client/lib/api.ts'
import { TextField } from '#client/ui/fields.tsx'
import type { CoffeeName } from '#contract/shop-management.ts'
import { ABOUT_LENGTH, NAME_LENGTH } from '#contract/values/limits.ts'
import { changeEntry } from '../manage/catalogue-cache.ts'
import { addCoffeeOf, addPacketOf } from '../manage/entry-addresses.ts'
import { labels, specTexts, words } from '../manage/texts.ts'
import { BrandChoice, NewBrand } from './choice-fields.tsx'
import { brandBody, coffeeBody, coffeeFields, NO_FIELDS } from './entry-fields.ts'
import type { EntryInput } from './entry-fields.ts'
import { EntryForm } from './entry-form.tsx'
import { atMost, photoRules, priceRules, selected, typed } from './field-checks.ts'
import { FactsSection } from '../facts/facts-section.tsx'
import { AboutField, PackedFields, PriceFields, RattingField, useIsSpecified } from './form-fields.tsx'
import { useGreenHint } from './green-words.ts'
import { useEntryForm } from './use-entry-form.ts'
import type { EntryFormState, Saving } from './use-entry-form.ts'

/**
 * Returns the validation rules of the form for a coffee, whose price is in `currency`, in the order in which they are
 * checked (specification section 5).
 */
export function coffeeRules(currency: string) {
  return {
    photo: photoRules,
    name: typed(labels.name, NAME_LENGTH),
    price: priceRules(currency),
    brand: selected(labels.brand),
    ratting: selected(labels.ratting),
    about: atMost(ABOUT_LENGTH),
  }
}

type CoffeeFormProps = {
  /** The coffee to edit. Without it, the form adds one. */
  coffee?: CoffeeName
  /** Whether the brand is typed and added together with the coffee, as for the first coffee of a shop. */
  withBrand?: boolean
  /** Called when the coffee was saved, or when its changes were discarded. */
  onDone?: () => void | Promise<void>
}

export function CoffeeForm({ coffee, withBrand = false, onDone }: CoffeeFormProps) {
  const isSpecified = useIsSpecified()
  const state = useEntryForm({
    id: coffee?._id,
    initial: coffee ? coffeeFields(coffee) : NO_FIELDS,
    category: 'brand',
    save: (input, saving) => (withBrand ? saveWithBrand(input, saving) : saveCoffee(input, saving, coffee)),
    addedToast: ({ name, brand }) => specTexts.added(isSpecified ? brand : name.trim()),
    nextSteps: ({ name, brand }, coffeeId) => [
      { text: words.nextPacket, to: addPacketOf(name.trim(), isSpecified ? undefined : coffeeId) },
      { text: words.anotherCoffee, to: addCoffeeOf(brand) },
    ],
    onDone,
  })
  return (
    <EntryForm state={state} submitText={coffee ? words.save : words.addCoffee}>
      <CoffeeFields state={state} withBrand={withBrand} />
      <FactsSection state={state} id={coffee?._id} />
    </EntryForm>
  )
}

function CoffeeFields({ state, withBrand }: { state: EntryFormState; withBrand: boolean }) {
  const { field, control } = state
  const rules = coffeeRules(state.currency)
  const Brand = withBrand ? NewBrand : BrandChoice
  const brandRules = withBrand ? typed(labels.brand, NAME_LENGTH) : rules.brand
  return (
    <>
      <TextField
        label={labels.name}
        hint={useGreenHint({ control, name: 'name' })}
        autoComplete="off"
        {...field('name', rules.name)}
      />
      <PriceFields state={state} field={field('price', rules.price)} />
      <Brand state={state} field={field('brand', brandRules)} />
      <RattingField {...field('ratting', rules.ratting)} />
      <AboutField control={control} hint={words.coffeeAboutHint} {...field('about', rules.about)} />
      <PackedFields field={field} />
    </>
  )
}

/**
 * Adds the brand, with the picture and the rating of the coffee, and then the coffee. If the brand exists already, because
 * adding the coffee failed before, only the coffee is added.
 */
async function saveWithBrand(input: EntryInput, saving: Saving) {
  const brand = input.brand.trim()
  const brands = await api('GET /allCoffee')
  if (!brands.some(({ category_name }) => category_name === brand))
    await api('POST /coffeeBrand', { body: brandBody({ ...input, name: brand }, saving.email) })
  return saveCoffee({ ...input, brand }, saving)
}

async function saveCoffee(input: EntryInput, { client, email }: Saving, coffee?: CoffeeName) {
  const body = coffeeBody(input, email, coffee)
  if (!coffee) return api('POST /addNewCoffee', { body })
  const { _id: id } = coffee
  const answer = await api('PUT /addNewCoffee/{id}', { params: { id }, body })
  await changeEntry(client, 'GET /packetName', { _id: id, ...body, weight: body.weight ?? undefined })
  return answer
}
