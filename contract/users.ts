import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable, Role } from './call.ts'
import { Count, Deleted, Email, exact, Id, IdParams, Modified, oneOf } from './fields.ts'
import { UserCountQuery, UsersQuery } from './paging.ts'

export const User = exact({
  _id: Id,
  name: Type.String(),
  email: Email,
  role: Type.Optional(oneOf<Role>(['Admin', 'Packer'])),
})

export type User = Static<typeof User>

const read = { access: 'admin', limit: 'read' } as const
const write = { access: 'admin', limit: 'write' } as const

export const userCalls = {
  'GET /allUser': { summary: 'All users', ...read, query: UsersQuery, answer: Type.Array(User) },
  'GET /count/users': {
    summary: 'How many users the filters find',
    ...read,
    query: UserCountQuery,
    answer: Count,
  },
  'PUT /makeAdmin/{id}': {
    summary: 'Make a user an admin',
    ...write,
    params: IdParams,
    answer: Modified,
  },
  'PUT /makePacker/{id}': {
    summary: 'Make a user a packer; refused for an admin',
    ...write,
    params: IdParams,
    answer: Modified,
  },
  'PUT /removePacker/{id}': {
    summary: 'Make a packer a shopper again',
    ...write,
    params: IdParams,
    answer: Modified,
  },
  'POST /invitation': {
    summary: 'Become an admin with the code of an invitation for the own email address',
    access: 'signedIn',
    limit: 'write',
    body: exact({ code: Type.String({ minLength: 1, maxLength: 100 }) }),
    answer: exact({ isAdmin: Type.Literal(true) }),
  },
  'PUT /removeAdmin/{id}': {
    summary: 'Make an admin a shopper again; refused for the last admin',
    ...write,
    params: IdParams,
    answer: Modified,
  },
  'DELETE /userDelete/{id}': {
    summary: 'Delete a user; the orders stay',
    ...write,
    params: IdParams,
    answer: Deleted,
  },
} as const satisfies CallTable
