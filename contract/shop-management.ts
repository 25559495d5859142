import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { Deleted, Email, exact, Id, IdParams, Img, Inserted, Modified, Name, Price, Ratting, SentRatting, STORABLE } from './fields.ts'

/** What is typed about a product, at most. */
const About = Type.String({ maxLength: 2000, pattern: STORABLE })

const brandFields = { img: Img, category_name: Name, email: Email }
const coffeeFields = { img: Img, name: Name, price: Price, category_name: Name, email: Email }
const packetFields = { img: Img, category_name: Name, email: Email }
const contents = { name: Name, img: Img, price: Price, about: About, email: Type.Optional(Email) }

/** A seller's own entries, and those that have no seller any more; `email` is the address of who asks. */
export const OwnBrand = exact({ _id: Id, ...brandFields, ratting: Ratting })
export const CoffeeName = exact({ _id: Id, ...coffeeFields, ratting: Ratting, about: About })
export const Packet = exact({ _id: Id, ...packetFields, about: exact({ ...contents, ratting: Ratting }) })

/** What is sent for an entry. A change of a coffee without `about`, as in the specification, leaves the description alone. */
export const NewBrand = exact({ ...brandFields, ratting: SentRatting })
export const NewCoffee = exact({ ...coffeeFields, ratting: SentRatting, about: Type.Optional(About) })
export const NewPacket = exact({ ...packetFields, about: exact({ ...contents, ratting: SentRatting }) })

export type OwnBrand = Static<typeof OwnBrand>
export type CoffeeName = Static<typeof CoffeeName>
export type Packet = Static<typeof Packet>
export type NewBrand = Static<typeof NewBrand>
export type NewCoffee = Static<typeof NewCoffee>
export type NewPacket = Static<typeof NewPacket>

const admin = { access: 'admin', limit: 'write' } as const
const own = { ...admin, email: 'own' } as const
const EmailQuery = exact({ email: Email })

/** A seller's calls (specification section 7), and what the screens need beyond it: editing, and undoing a delete. */
export const shopManagementCalls = {
  'GET /personCoffee': { summary: "The caller's own brands", ...own, limit: 'read', query: EmailQuery, answer: Type.Array(OwnBrand) },
  'GET /packetName': { summary: "The caller's own coffee names", ...own, limit: 'read', query: EmailQuery, answer: Type.Array(CoffeeName) },
  'GET /personPacket': { summary: "The caller's own packets", ...own, limit: 'read', query: EmailQuery, answer: Type.Array(Packet) },
  'POST /coffeeBrand': { summary: 'Add a brand', ...own, body: NewBrand, answer: Inserted },
  'POST /addNewCoffee': { summary: 'Add a coffee name to a brand', ...own, body: NewCoffee, answer: Inserted },
  'POST /addNewPacket': { summary: 'Add a packet', ...own, body: NewPacket, answer: Inserted },
  'PUT /coffeeBrand/{id}': { summary: 'Change an own brand', ...own, params: IdParams, body: NewBrand, answer: Modified },
  'PUT /addNewCoffee/{id}': { summary: 'Change an own coffee name', ...own, params: IdParams, body: NewCoffee, answer: Modified },
  'PUT /addNewPacket/{id}': { summary: 'Change an own packet', ...own, params: IdParams, body: NewPacket, answer: Modified },
  'DELETE /brandDelete/{id}': { summary: 'Take an own brand and its coffees off the shop', ...admin, params: IdParams, answer: Deleted },
  'DELETE /packetNameDelete/{id}': { summary: 'Take an own coffee name off the shop', ...admin, params: IdParams, answer: Deleted },
  'DELETE /packet/{id}': { summary: 'Take an own packet off the shop', ...admin, params: IdParams, answer: Deleted },
  'PUT /brandRestore/{id}': { summary: 'Undo a delete of the last ten minutes', ...admin, params: IdParams, answer: Modified },
  'PUT /packetNameRestore/{id}': { summary: 'Undo a delete of the last ten minutes', ...admin, params: IdParams, answer: Modified },
  'PUT /packetRestore/{id}': { summary: 'Undo a delete of the last ten minutes', ...admin, params: IdParams, answer: Modified },
} as const satisfies CallTable
