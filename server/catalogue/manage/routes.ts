import { Problem } from '#contract/errors.ts'
import { shopManagementCalls } from '#contract/shop-management.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { archiveEntry, restoreEntry } from './archive-entry.ts'
import { addBrand, editBrand } from './brands.ts'
import { addCoffee, editCoffee } from './coffees.ts'
import { countEntries, listBrands, listCoffees, listDeleted, listPackets } from './list-entries.ts'
import type { Manage } from './manage.ts'
import { addPacket, editPacket } from './packets.ts'

export function shopManagementRoutes(setup: CallsSetup, manage: Manage): void {
  serveCalls(setup, shopManagementCalls, {
    'GET /personCoffee': (asked) => listBrands(manage, asked),
    'GET /packetName': (asked) => listCoffees(manage, asked),
    'GET /personPacket': (asked) => listPackets(manage, asked),
    'POST /coffeeBrand': async ({ caller, body }) => inserted(await addBrand(manage, caller, body)),
    'POST /addNewCoffee': async ({ caller, body }) => inserted(await addCoffee(manage, caller, body)),
    'POST /addNewPacket': async ({ caller, body }) => inserted(await addPacket(manage, caller, body)),
    'PUT /coffeeBrand/{id}': async ({ caller, params, body }) =>
      modified(await editBrand(manage, caller, { id: params.id, brand: body })),
    'PUT /addNewCoffee/{id}': async ({ caller, params, body }) =>
      modified(await editCoffee(manage, caller, { id: params.id, coffee: body })),
    'PUT /addNewPacket/{id}': async ({ caller, params, body }) =>
      modified(await editPacket(manage, caller, { id: params.id, packet: body })),
    'DELETE /brandDelete/{id}': ({ caller, params }) =>
      archiveEntry(manage, caller, { kind: 'brands', ...params }),
    'DELETE /packetNameDelete/{id}': ({ caller, params }) =>
      archiveEntry(manage, caller, { kind: 'coffees', ...params }),
    'DELETE /packet/{id}': ({ caller, params }) =>
      archiveEntry(manage, caller, { kind: 'packets', ...params }),
    'PUT /brandRestore/{id}': ({ caller, params }) =>
      restoreEntry(manage, caller, { kind: 'brands', ...params }),
    'PUT /packetNameRestore/{id}': ({ caller, params }) =>
      restoreEntry(manage, caller, { kind: 'coffees', ...params }),
    'PUT /packetRestore/{id}': ({ caller, params }) =>
      restoreEntry(manage, caller, { kind: 'packets', ...params }),
    'GET /deletedEntries': ({ caller }) => listDeleted(manage, caller),
    'GET /entryCounts/{id}': ({ params }) => countEntries(manage, params.id),
  })
}

function inserted(id: string | Problem) {
  return id instanceof Problem ? id : { acknowledged: true, insertedId: id }
}

function modified(done: true | Problem) {
  return done instanceof Problem ? done : { acknowledged: true, modifiedCount: 1 }
}
