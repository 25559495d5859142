import { init, sendForm } from '@emailjs/browser'
import type { MailSettings } from '#contract/values/contact.ts'
import { specTexts, words } from './texts.ts'

/**
 * Sends a form with the library `@emailjs/browser`. If the settings contain no origin, the library sends the message to
 * the shop's own server. Rejects with the library's error.
 */
export async function sendMessage(form: HTMLFormElement, mail: MailSettings): Promise<void> {
  init(mail.publicKey, mail.origin ?? window.location.origin)
  await sendForm(mail.serviceId, mail.templateId, form, mail.publicKey)
}

/**
 * Returns a text that says why a message was not sent. `reason` is the error of the EmailJS library, `{ status, text }`
 * with the status 0 if there was no response.
 */
export function sendFailureText(reason: unknown): string {
  if (typeof reason !== 'object' || reason === null || !('status' in reason)) return words.unknownReason
  if (reason.status === 0) return specTexts.networkError
  return reasonIn('text' in reason ? String(reason.text) : '') ?? words.unknownReason
}

/**
 * The longest text of a response that is shown to the user, in characters. A longer text is probably not meant for
 * users.
 */
const SENTENCE = 200

/**
 * Returns the text of a response, or the title if the response is a problem document (RFC 9457), without the full stop
 * at the end. Returns null for HTML or other JSON, and for a text that is empty or too long.
 */
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
