import type { CustomFetch } from 'openid-client'

/** The maximum length in bytes of a response of the issuer. Configurations, keys and tokens have some kilobytes. */
const MAX_BYTES = 1_000_000

/**
 * Requests a URL of the issuer, as `fetch` does. Reading the body of the response fails after `MAX_BYTES`. The library
 * itself would read a response without an end into memory until its timeout.
 */
export const boundedFetch: CustomFetch = async (url, { body = null, signal = null, ...options }) => {
  const response = await fetch(url, { ...options, body, signal })
  return response.body ? new Response(response.body.pipeThrough(bounded()), response) : response
}

function bounded(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw new Error('The response of the issuer is too long.')
      controller.enqueue(chunk)
    },
  })
}
