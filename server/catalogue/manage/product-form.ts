import { Problem } from '#contract/errors.ts'
import type { NewCoffee, NewPacket } from '#contract/shop-management.ts'
import { describePriceProblem, findPriceProblem, toMinor } from '#contract/values/money.ts'
import { markPictureUsed } from '#server/media/store-picture.ts'
import type { Db } from '#server/shop-database.ts'
import { isPool } from '#server/stock/change-stock.ts'
import type { CoffeeRow, PacketRow, ProductRow } from '#server/tables.ts'
import { findBrandNamed } from './queries.ts'

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
  return problem ?? { ...own, ...soldColumns(form, target.before) }
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
    return { kind: form.kind, brand_id: brand.id, category: null, cover_img: null }
  }
  const { cover, category } = form
  const problem = await checkPictures(tx, [{ field: 'img', address: cover, current: before?.cover_img }])
  return problem ?? { kind: form.kind, brand_id: null, category: category.trim(), cover_img: cover }
}

async function checkSoldFields(
  tx: Db,
  { kind, currency, sold: { price, img } }: ProductForm,
  before: ProductRow | undefined,
): Promise<Problem | null> {
  const prefix = kind === 'packet' ? 'about.' : ''
  const picture = { field: `${prefix}img`, address: img, current: before?.img }
  return checkPrice(`${prefix}price`, price, currency) ?? checkPictures(tx, [picture])
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
 * Returns the columns that coffees and packets have in common. If the form has no description, weight or tax class, the
 * product keeps the old one.
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
  }
}

/**
 * A picture in a request to add or change a brand, coffee or packet. `field` is the name of the form field, `address`
 * is the URL path of the picture, and `current` is the URL path of the picture that is stored now.
 */
type SentPicture = { field: string; address: string; current?: string | null | undefined }

/**
 * Checks that each picture was uploaded to this shop, and marks it as used so that it is not deleted as unused. A
 * picture that has not changed is not checked. Returns a problem for the first invalid picture, or null if all are
 * valid.
 */
export async function checkPictures(tx: Db, pictures: SentPicture[]): Promise<Problem | null> {
  for (const { field, address, current } of pictures) {
    if (address !== current && !(await markPictureUsed(tx, address)))
      return wrongField(field, 'Please Add A Photo')
  }
  return null
}

/** Returns a problem if the price is not an amount of money, is zero or is too high. Otherwise returns null. */
function checkPrice(field: string, price: string, currency: string): Problem | null {
  const problem = findPriceProblem(price, currency)
  return problem && wrongField(field, describePriceProblem(problem, currency))
}

function wrongField(field: string, message: string): Problem {
  return new Problem('invalid-input', { errors: [{ field, message }] })
}
