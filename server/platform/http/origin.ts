import type { FastifyRequest } from 'fastify'

/** Returns the origins whose pages may send cookies: the public one, or the names of this machine if none is set. */
export function allowedOrigins(publicUrl: string, isDefault: boolean): Set<string> {
  const { origin, port } = new URL(publicUrl)
  if (!isDefault) return new Set([origin])
  return new Set([origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`])
}

/**
 * Whether a request with a cookie comes from one of our own pages. A browser always sends the origin of a request that
 * changes something, so such a request without one is refused.
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
