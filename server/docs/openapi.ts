import { calls } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { ProblemBody, problems } from '#contract/errors.ts'
import { otherEndpoints } from './other-endpoints.ts'

type Json = Record<string, unknown>

/** Returns the description of the API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0). */
export function openApiDocument({ name, version }: { name: string; version: string }): Json {
  const paths: Record<string, Json> = { ...otherEndpoints }
  for (const [callName, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = callName.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(callName, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version,
      description:
        'The calls of the shop. Money is text such as 12.50 in the currency of the shop, or an integer in the smallest unit of the currency; ids are UUIDs.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'From GET /jwt; good for 15 minutes.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'crema.session_token',
          description: 'Set by signing in.',
        },
      },
      schemas: { Problem: ProblemBody },
    },
  }
}

function operation(name: string, call: Call): Json {
  return {
    operationId: name.replaceAll(/[^A-Za-z]+/g, '_').replace(/_$/, ''),
    summary: call.summary,
    ...(call.access !== 'public' && { security: securityOf(call.access) }),
    parameters: [...parametersIn('path', call.params), ...parametersIn('query', call.query)],
    ...(call.body && { requestBody: { required: true, content: json(call.body) } }),
    responses: {
      200: { description: 'Done', content: json(call.answer) },
      default: { description: `A problem: ${Object.keys(problems).join(', ')}`, content: problem },
    },
  }
}

/** An empty object means that a call can be made without signing in, as those about products in some shops can. */
function securityOf(access: Call['access']): Json[] {
  if (access === 'session') return [{ session: [] }]
  return access === 'product' ? [{ accessToken: [] }, {}] : [{ accessToken: [] }]
}

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

function parametersIn(place: 'path' | 'query', schema: Call['params']): Json[] {
  const { properties = {}, required = [] }: { properties?: Record<string, unknown>; required?: string[] } = {
    ...schema,
  }
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: type,
  }))
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } }
}
