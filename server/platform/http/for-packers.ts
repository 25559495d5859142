import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { Problem } from '#contract/errors.ts'

/** Returns a problem if a packer sends what only an admin may send in this call. */
export function refuseToPacker(call: Call, request: FastifyRequest): Problem | null {
  if (call.access !== 'staff' || request.caller?.role !== 'Packer' || !call.bodyForPackers) return null
  return request.validateInput(request.body, call.bodyForPackers) ? null : new Problem('forbidden')
}

/** Returns what the caller gets of an answer: a packer only what the contract names for packers. */
export function answerFor(call: Call, { caller }: FastifyRequest, answer: object): unknown {
  return call.access === 'staff' && caller?.role !== 'Admin' ? named(call.answerForPackers, answer) : answer
}

/** The parts of JSON schemas that say which properties there are. */
type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }

/**
 * Returns the parts of a value that a schema names. Of an object for which the schema names no properties, nothing is
 * left, so that a gap in a schema hides data and never shows it.
 */
function named({ properties, items, anyOf = [] }: Shape, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => named(items ?? {}, one))
  if (typeof value !== 'object' || value === null) return value
  const names = properties ?? anyOf.find((shape) => shape.properties)?.properties ?? {}
  const kept = Object.entries(value).filter(([name]) => Object.hasOwn(names, name))
  return Object.fromEntries(kept.map(([name, part]) => [name, named(names[name] ?? {}, part)]))
}
