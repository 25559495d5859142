import type { FastifyRequest } from 'fastify'

/**
 * The origins whose pages may use cookies here: the public one; while none is set, the names of this machine.
 */
export function allowedOrigins(publicUrl: string, isDefault: boolean): Set<string> {
  const { origin, port } = new URL(publicUrl)
  if (!isDefault) return new Set([origin])
  return new Set([origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`])
}

/**
 * Whether a request that is recognised by a cookie comes from one of our own pages. A browser always says where a
 * changing request comes from; one that does not say is refused.
 */
export function comesFromTheShop(request: FastifyRequest, origins: Set<string>): boolean {
  const { origin } = request.headers
  if (origin !== undefined) return origins.has(origin)
  if (!isReading(request)) return false
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Whether a request changes nothing, by its method. */
export function isReading({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}
