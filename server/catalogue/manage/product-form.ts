import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import { Problem, wrongField } from '#contract/errors.ts'
import type { NewCoffee, NewPacket } from '#contract/shop-management.ts'
import { describePriceProblem, findPriceProblem } from '#contract/selling/price-problems.ts'
import { toMinor } from '#contract/values/money.ts'
import { isStored } from '#server/media/store-picture.ts'
import type { Db } from '#server/shop-database.ts'
import { isPool } from '#server/stock/change-stock.ts'
import type { CoffeeRow, PacketRow, ProductRow } from '#server/tables/product-rows.ts'
import { readPriorPrice } from './former-prices.ts'
import { findBrandNamed, findLiveProduct } from './queries.ts'

/**
 * A form for adding or changing a coffee or a packet. `sold` contains the fields that coffees and packets have in
 * common, such as the name and the price, which is in `currency`.
 */
export type ProductForm = { currency: string } & (
  | { kind: 'coffee'; sold: NewCoffee; brandName: string }
  | { kind: 'packet'; sold: NewPacket['about']; category: string; cover: string }
)

export function coffeeForm(body: NewCoffee, currency: string): ProductForm {
  return { kind: 'coffee', currency, sold: body, brandName: body.category_name }
}

export function packetForm({ about, category_name, img }: NewPacket, currency: string): ProductForm {
  return { kind: 'packet', currency, sold: about, category: category_name, cover: img }
}

/** The product that a form is for. `before` is the row before the change. It is missing if the product is new. */
type Target = { ownerId: string; before?: ProductRow }

type FormColumns<Row> = Omit<Row, 'id' | 'owner_id' | 'created_at' | 'archived_at' | 'stock_id'>
export type ProductColumns = FormColumns<CoffeeRow> | FormColumns<PacketRow>

/**
 * Checks a form. Returns the values for the columns of the product, or a problem that names the first invalid field.
 */
export async function readForm(tx: Db, form: ProductForm, target: Target): Promise<ProductColumns | Problem> {
  const own = await readOwnColumns(tx, form, target)
  if (own instanceof Problem) return own
  const problem =
    (await checkSoldFields(tx, form, target.before)) ?? (await checkWeight(tx, form, target.before))
  if (problem) return problem
  const was_cents = await readPriorPrice(tx, form, target.before)
  return was_cents instanceof Problem ? was_cents : { ...own, ...soldColumns(form, target.before), was_cents }
}

/**
 * Returns the columns in which coffees and packets differ: the brand of a coffee, or the category and the cover
 * picture of a packet. The columns of the other kind are null. Returns a problem if the brand or the picture is
 * invalid.
 */
async function readOwnColumns(tx: Db, form: ProductForm, { ownerId, before }: Target) {
  if (form.kind === 'coffee') {
    const currentId = before?.brand_id ?? null
    const brand = await findBrandNamed(tx, { name: form.brandName, currentId, ownerId })
    if (!brand) return wrongField('category_name', 'There is no such brand')
    return { kind: form.kind, brand_id: brand.id, category: null, cover_img: null, coffee_id: null }
  }
  return readPacketColumns(tx, form, before)
}

type PacketForm = Extract<ProductForm, { kind: 'packet' }>

async function readPacketColumns(tx: Db, { kind, cover, category, sold }: PacketForm, before?: ProductRow) {
  const { coffeeId: coffee_id = before?.coffee_id ?? null } = sold
  const problem =
    (await checkPictures(tx, [{ field: 'img', address: cover, current: before?.cover_img }])) ??
    (await checkCoffee(tx, coffee_id, before))
  return problem ?? { kind, brand_id: null, category: category.trim(), cover_img: cover, coffee_id }
}

/** Returns a problem if a packet is to belong to a coffee that is not on sale. It may keep one that is archived. */
async function checkCoffee(tx: Db, id: string | null, before?: ProductRow): Promise<Problem | null> {
  if (id === null || id === before?.coffee_id) return null
  const coffee = await findLiveProduct(tx, { id, kind: 'coffee' })
  return coffee ? null : wrongField('about.coffeeId', 'There is no such coffee')
}

async function checkSoldFields(
  tx: Db,
  { kind, currency, sold: { price, img, pictures = [], facts } }: ProductForm,
  before: ProductRow | undefined,
): Promise<Problem | null> {
  const prefix = kind === 'packet' ? 'about.' : ''
  const earlier: string[] = JSON.parse(before?.pictures ?? '[]')
  const sent = [
    { field: `${prefix}img`, address: img, current: before?.img },
    ...pictures.map((address) => ({
      field: `${prefix}pictures`,
      address,
      current: earlier.find((other) => other === address),
    })),
  ]
  return (
    checkPrice(`${prefix}price`, price, currency) ??
    checkFacts(`${prefix}facts`, facts) ??
    checkPictures(tx, sent)
  )
}

/** Returns a problem if the parts of a blend are more than the whole, or an altitude ends below its beginning. */
function checkFacts(field: string, facts: CoffeeFacts | undefined): Problem | null {
  const origins = facts?.origins ?? []
  const shares = origins.reduce((sum, { share = 0 }) => sum + share, 0)
  if (shares > 100) return wrongField(field, 'The shares of a blend are more than 100 % together')
  const isUpsideDown = origins.some(
    ({ altitudeFrom = 0, altitudeTo = altitudeFrom }) => altitudeTo < altitudeFrom,
  )
  return isUpsideDown ? wrongField(field, 'An altitude ends below its beginning') : null
}

/**
 * Returns a problem if the form removes the weight of a product whose stock is a pool of grams, which needs the weight.
 */
async function checkWeight(
  tx: Db,
  { kind, sold }: ProductForm,
  before: ProductRow | undefined,
): Promise<Problem | null> {
  if (sold.weight !== null || !before?.stock_id || !(await isPool(tx, before.stock_id))) return null
  return wrongField(
    kind === 'packet' ? 'about.weight' : 'weight',
    'is needed: a pool of grams is behind this',
  )
}

/**
 * Returns the columns that coffees and packets have in common. If the form has no description, weight, tax class,
 * facts or further pictures, the product keeps the old ones.
 */
function soldColumns({ sold, currency }: ProductForm, before: Partial<ProductRow> = {}) {
  const { name, img, price, ratting, about = before.about ?? '' } = sold
  const { weight = before.weight_grams ?? null, taxClass = before.tax_class ?? 'standard' } = sold
  return {
    name: name.trim(),
    img,
    about: about.trim(),
    // `toMinor` never returns null here, because `checkPrice` has already refused texts that are not amounts of
    // money.
    price_cents: toMinor(price, currency) ?? 0,
    rating: Number(ratting),
    weight_grams: weight,
    tax_class: taxClass,
    facts: stored(sold.facts, before.facts),
    pictures: stored(sold.pictures, before.pictures),
  }
}

/** Returns JSON, or null for an object or array without content. A missing value keeps what was stored before. */
function stored(value: object | undefined, before: string | null = null): string | null {
  if (!value) return before
  return Object.keys(value).length === 0 ? null : JSON.stringify(value)
}

/**
 * A picture in a request to add or change a brand, coffee or packet. `field` is the name of the form field, `address`
 * is the URL path of the picture, and `current` is the URL path of the picture that is stored now.
 */
type SentPicture = { field: string; address: string; current?: string | null | undefined }

/**
 * Checks that each picture was uploaded to this shop. A picture that has not changed is not checked. Returns a problem
 * for the first invalid picture, or null if all are valid.
 */
export async function checkPictures(tx: Db, pictures: SentPicture[]): Promise<Problem | null> {
  for (const { field, address, current } of pictures) {
    if (address !== current && !(await isStored(tx, address))) return wrongField(field, 'Please Add A Photo')
  }
  return null
}

/** Returns a problem if the price is not an amount of money, is zero or is too high. Otherwise returns null. */
function checkPrice(field: string, price: string, currency: string): Problem | null {
  const problem = findPriceProblem(price, currency)
  return problem && wrongField(field, describePriceProblem(problem, currency))
}
