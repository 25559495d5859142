import type { MailSettings } from '#contract/values/contact.ts'
import { texts, words } from './texts.ts'

/**
 * Sends a form with `@emailjs/browser`, which is loaded at the first call. Without an origin in the settings the message
 * goes to the shop itself: the library appends its path to the origin. Rejects with the library's error.
 */
export async function sendMessage(form: HTMLFormElement, mail: MailSettings): Promise<void> {
  const { init, sendForm } = await import('@emailjs/browser')
  init(mail.publicKey, mail.origin ?? window.location.origin)
  await sendForm(mail.serviceId, mail.templateId, form, mail.publicKey)
}

/**
 * Returns the reason why a message was not sent. The library rejects with `{ status, text }`. Status 0 means that there
 * was no response.
 */
export function sendFailureText(reason: unknown): string {
  if (reason instanceof TypeError) return texts.networkError
  if (typeof reason !== 'object' || reason === null || !('status' in reason)) return words.unknownReason
  if (reason.status === 0) return texts.networkError
  return reasonIn('text' in reason ? String(reason.text) : '') ?? words.unknownReason
}

/** A longer response, in characters, is not shown, because it is no sentence for a person. */
const SENTENCE = 200

/** Returns the text of a response without its full stop: plain text, or the title of a problem document. Null for markup. */
function reasonIn(answer: string): string | null {
  const sentence = (titleOf(answer) ?? answer).trim().replace(/\.$/, '')
  return sentence === '' || sentence.length > SENTENCE || /^[<{]/.test(sentence) ? null : sentence
}

function titleOf(answer: string): string | null {
  try {
    const body: unknown = JSON.parse(answer)
    return typeof body === 'object' && body !== null && 'title' in body ? String(body.title) : null
  } catch {
    return null
  }
}
