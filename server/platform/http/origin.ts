import type { FastifyRequest } from 'fastify'

/**
 * Returns the origins whose pages may send requests with cookies: the origin of the public URL. If no public URL is
 * configured, `publicUrl` is the default, and `localhost`, `127.0.0.1` and `[::1]` with the same port are allowed, too.
 */
export function allowedOrigins(publicUrl: string, isDefault: boolean): Set<string> {
  const { origin, port } = new URL(publicUrl)
  if (!isDefault) return new Set([origin])
  return new Set([origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`])
}

/**
 * Returns whether a request with a cookie comes from one of our own pages. Browsers send the header `Origin` with every
 * request whose method is not GET or HEAD, so such a request is refused without it. A GET or HEAD request without
 * `Origin` is checked by its header `Sec-Fetch-Site`.
 */
export function comesFromTheShop(request: FastifyRequest, origins: Set<string>): boolean {
  const { origin } = request.headers
  if (origin !== undefined) return origins.has(origin)
  if (!isReading(request)) return false
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** Returns whether a request only reads data, according to its HTTP method. */
export function isReading({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}
