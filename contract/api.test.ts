import { describe, expect, test } from 'vitest'
import type { TSchema } from 'typebox'
import { calls } from './api.ts'
import type { Call } from './call.ts'
import { catalogueCalls } from './catalogue.ts'
import { identityCalls } from './identity.ts'
import { orderCalls } from './orders.ts'
import { paymentCalls } from './payments.ts'

const entries = Object.entries<Call>(calls)

describe('the contract', () => {
  test('has no two calls of one name', () => {
    const names = [identityCalls, catalogueCalls, orderCalls, paymentCalls].flatMap((table) => Object.keys(table))
    expect(names).toHaveLength(Object.keys(calls).length)
  })

  test.each(entries)('%s declares exactly the parameters of its path', (name, { params }) => {
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
    expect(propertiesOf(params)).toEqual(inPath)
  })

  test.each(entries)('%s refuses what it does not know', (_name, { params, query, body }) => {
    const objects = [params, query, body].flatMap((schema) => objectsIn(schema))
    expect(objects.filter((schema) => schema['additionalProperties'] !== false)).toEqual([])
  })

  test.each(entries)('%s says whose e-mail address it may be given', (_name, call) => {
    const named = [call.params, call.query, call.body].some((schema) => propertiesOf(schema).includes('email'))
    const byToken = call.access === 'signedIn' || call.access === 'admin'
    expect(call.email !== undefined).toBe(named && byToken)
  })

  test.each(Object.entries<Call>(catalogueCalls))('%s tells nobody who owns what', (_name, { answer }) => {
    expect(objectsIn(answer).flatMap(propertiesOf).filter((field) => /email|owner/.test(field))).toEqual([])
  })
})

type Shape = Record<string, unknown>

function propertiesOf(schema: TSchema | Shape | undefined): string[] {
  const { properties = {} }: { properties?: object } = { ...schema }
  return Object.keys(properties)
}

/** Every object schema in a schema, itself included. */
function objectsIn(schema: unknown): Shape[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.values(schema).flatMap((part) => objectsIn(part))
  return 'type' in schema && schema.type === 'object' ? [{ ...schema }, ...inner] : inner
}
