import type { FastifyRequest } from 'fastify'

/** Returns the origins whose pages may send cookies: the public one or, if none is set, the names of this machine. */
export function allowedOrigins(publicUrl: string, isDefault: boolean): Set<string> {
  const { origin, port } = new URL(publicUrl)
  if (!isDefault) return new Set([origin])
  return new Set([origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`])
}

/**
 * Returns whether a request with a cookie comes from one of our own pages. A browser sends the origin with every
 * request that changes something, so such a request without an origin is refused.
 */
export function comesFromTheShop(request: FastifyRequest, origins: Set<string>): boolean {
  const { origin } = request.headers
  if (origin !== undefined) return origins.has(origin)
  if (!isReading(request)) return false
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Returns whether a request only reads, by its method. */
export function isReading({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}
