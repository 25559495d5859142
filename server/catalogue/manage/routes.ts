import { Problem } from '#contract/errors.ts'
import { shopManagementCalls } from '#contract/shop-management.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { archiveEntry, restoreEntry } from './archive-entry.ts'
import { listBrands, listCoffees, listPackets } from './list-entries.ts'
import { moveEntry } from './move-entry.ts'
import { listPrices, savePrices } from './price-list.ts'
import { coffeeForm, packetForm } from './product-form.ts'
import { addBrand, addProduct, editBrand, editProduct } from './save-entry.ts'

/** `currency` returns the currency of the shop. */
type Setup = { database: ShopDatabase; currency: () => Promise<string> }

export function shopManagementRoutes(setup: CallsSetup, { database, currency }: Setup): void {
  serveCalls(setup, shopManagementCalls, {
    'GET /personCoffee': (request) => listBrands(database.read, request),
    'GET /packetName': async (request) => listCoffees(database.read, request, await currency()),
    'GET /personPacket': async (request) => listPackets(database.read, request, await currency()),
    'POST /coffeeBrand': async ({ caller, body }) => inserted(await addBrand(database, caller, body)),
    'POST /addNewCoffee': async ({ caller, body }) =>
      inserted(await addProduct(database, caller, coffeeForm(body, await currency()))),
    'POST /addNewPacket': async ({ caller, body }) =>
      inserted(await addProduct(database, caller, packetForm(body, await currency()))),
    'PUT /coffeeBrand/{id}': async ({ caller, params, body }) =>
      modified(await editBrand(database, caller, { id: params.id, brand: body })),
    'PUT /addNewCoffee/{id}': async ({ caller, params, body }) =>
      modified(
        await editProduct(database, caller, { id: params.id, form: coffeeForm(body, await currency()) }),
      ),
    'PUT /addNewPacket/{id}': async ({ caller, params, body }) =>
      modified(
        await editProduct(database, caller, { id: params.id, form: packetForm(body, await currency()) }),
      ),
    'DELETE /brandDelete/{id}': ({ caller, params }) =>
      archiveEntry(database, caller, { kind: 'brand', ...params }),
    'DELETE /packetNameDelete/{id}': ({ caller, params }) =>
      archiveEntry(database, caller, { kind: 'coffee', ...params }),
    'DELETE /packet/{id}': ({ caller, params }) =>
      archiveEntry(database, caller, { kind: 'packet', ...params }),
    'PUT /brandRestore/{id}': ({ caller, params }) =>
      restoreEntry(database, caller, { kind: 'brand', ...params }),
    'PUT /packetNameRestore/{id}': ({ caller, params }) =>
      restoreEntry(database, caller, { kind: 'coffee', ...params }),
    'PUT /packetRestore/{id}': ({ caller, params }) =>
      restoreEntry(database, caller, { kind: 'packet', ...params }),
    'PUT /entryPosition/{id}': async ({ caller, params, body }) =>
      modified(await moveEntry(database, caller, { ...params, ...body })),
    'GET /priceList': async () => listPrices(database.read, await currency()),
    'PUT /priceList': async ({ caller, body }) =>
      savePrices(database, caller, { ...body, currency: await currency() }),
  })
}

function inserted(id: string | Problem) {
  return id instanceof Problem ? id : { acknowledged: true, insertedId: id }
}

function modified(done: true | Problem) {
  return done instanceof Problem ? done : { acknowledged: true, modifiedCount: 1 }
}
