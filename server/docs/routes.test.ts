import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

type Parameter = { name: string; in: string; required: boolean; schema: object }
type Operation = {
  operationId: string
  summary: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema: { $ref?: string } }> }>
}
type OpenApi = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { type: string }>; schemas: Record<string, object> }
}

describe.each(anyStore)('the documentation', ({ fresh }) => {
  const shop = givenShop(fresh)
  const openApi = async () => (await shop.app.inject('/api/openapi.json')).json<OpenApi>()
  const operations = async () =>
    Object.entries((await openApi()).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )

  test('the OpenAPI document is version 3.1 and has the shop’s version', async () => {
    const answer = await shop.app.inject('/api/openapi.json')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const { openapi, info, servers } = answer.json<OpenApi>()
    expect([openapi, info.version, info.title, servers]).toEqual([
      '3.1.0',
      '1.2.3',
      'Coffee shop',
      [{ url: '/api' }],
    ])
  })

  test.each(Object.entries<Call>(calls))(
    'the OpenAPI document has %s with its body, its response and its security',
    async (name, call) => {
      const [method = '', path = ''] = name.split(' ')
      const operation = (await openApi()).paths[path]?.[method.toLowerCase()]
      expect(operation?.summary).toBe(call.summary)
      expect(operation?.responses['200']?.content['application/json']?.schema).toEqual(
        JSON.parse(JSON.stringify(call.answer)),
      )
      expect(operation?.requestBody !== undefined).toBe(call.body !== undefined)
      expect(operation?.security !== undefined).toBe(call.access !== 'public')
    },
  )

  test('the OpenAPI document declares every parameter of every path', async () => {
    for (const { path, operation } of await operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(
        declared.map(({ name }) => name),
        path,
      ).toEqual(inPath)
      expect(
        declared.every(({ required, schema }) => required && schema),
        path,
      ).toBe(true)
    }
  })

  test('the OpenAPI document has unique operation ids, and refers only to schemas and security schemes that it declares', async () => {
    const { components } = await openApi()
    const all = (await operations()).map(({ operation }) => operation)
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
    for (const { security = [], responses } of all) {
      for (const scheme of security.flatMap((need) => Object.keys(need)))
        expect(components.securitySchemes).toHaveProperty(scheme)
      expect(Object.values(responses).every(({ description }) => description !== '')).toBe(true)
    }
    const references = JSON.stringify(await openApi()).match(/"#\/components\/[^"]+"/g) ?? []
    for (const reference of new Set(references))
      expect(components.schemas).toHaveProperty(String(reference.slice(1, -1).split('/').at(-1)))
  })
})
