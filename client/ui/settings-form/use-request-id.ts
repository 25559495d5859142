import { useRef } from 'react'
import { newRequestId } from '#client/lib/request-id.ts'

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
