import { useRef } from 'react'

/**
 * Returns a random id for a request that may be sent again, so that the server does its work only once. Unlike
 * `crypto.randomUUID`, this works on pages without HTTPS, too.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Returns a function that returns the id of a request with this content. Until `renew` is called, it is the id of the last request
 * if that had the same content, so that a request whose answer was lost can be sent again.
 */
export function useRequestId(): { idFor: (content: object) => string; renew: () => void } {
  const last = useRef({ content: '', id: '' })
  return {
    idFor(content) {
      const text = JSON.stringify(content)
      if (last.current.content !== text) last.current = { content: text, id: newRequestId() }
      return last.current.id
    },
    renew() {
      last.current = { content: '', id: '' }
    },
  }
}
