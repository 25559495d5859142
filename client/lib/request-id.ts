/**
 * Returns a random id for a request that may be sent again, so that the server does its work only once. Unlike
 * `crypto.randomUUID`, this works on pages without HTTPS, too.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
