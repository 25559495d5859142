import { describe, expect, test } from 'vitest'
import type { TSchema } from 'typebox'
import { calls } from './api.ts'
import type { Call } from './call.ts'
import { catalogueCalls } from './catalogue.ts'
import { cartCalls } from './cart.ts'
import { checkoutCalls } from './selling/checkout.ts'
import { paymentCalls } from './payments.ts'
import { shopManagementCalls } from './shop-management.ts'

const entries = Object.entries<Call>(calls)

describe('the contract', () => {
  test.each(entries)('%s declares exactly the parameters of its path', (name, { params }) => {
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
    expect(propertiesOf(params)).toEqual(inPath)
  })

  test.each(entries)('%s refuses unknown properties', (_name, { params, query, body }) => {
    const objects = [params, query, body].flatMap((schema) => objectsIn(schema))
    expect(objects.filter((schema) => schema['additionalProperties'] !== false)).toEqual([])
  })

  // The API calls of the dashboard are left out. They are for admins only, and an email address in them is a search
  // filter, not the caller's own address.
  const personal = Object.entries<Call>({
    ...catalogueCalls,
    ...cartCalls,
    ...paymentCalls,
    ...checkoutCalls,
    ...shopManagementCalls,
  })
  test.each(personal)('%s declares `email` exactly if it takes an email address', (_name, call) => {
    const named = [call.params, call.query, call.body].some((schema) =>
      propertiesOf(schema).includes('email'),
    )
    expect(call.email !== undefined).toBe(named)
  })

  test.each(Object.entries<Call>(catalogueCalls))('%s does not return owners', (_name, { answer }) => {
    expect(
      objectsIn(answer)
        .flatMap(propertiesOf)
        .filter((field) => /email|owner/.test(field)),
    ).toEqual([])
  })
})

type Shape = Record<string, unknown>

function propertiesOf(schema: TSchema | Shape | undefined): string[] {
  const { properties = {} }: { properties?: object } = { ...schema }
  return Object.keys(properties)
}

/** Returns all object schemas within a schema, including the schema itself if it describes an object. */
function objectsIn(schema: unknown): Shape[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.values(schema).flatMap((part) => objectsIn(part))
  return 'type' in schema && schema.type === 'object' ? [{ ...schema }, ...inner] : inner
}
