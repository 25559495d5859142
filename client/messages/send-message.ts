import type { MailSettings } from '#contract/values/contact.ts'
import { texts, words } from './texts.ts'

/**
 * Sends a form through `@emailjs/browser`, which is fetched only now. Without an origin in the settings it
 * goes to the shop itself: the library appends its path to the origin. Rejects with what the library says.
 */
export async function sendMessage(form: HTMLFormElement, mail: MailSettings): Promise<void> {
  const { init, sendForm } = await import('@emailjs/browser')
  init(mail.publicKey, mail.origin ?? window.location.origin)
  await sendForm(mail.serviceId, mail.templateId, form, mail.publicKey)
}

/** Why a message was not sent. The library rejects with `{ status, text }`, status 0 when no answer came. */
export function sendFailureText(reason: unknown): string {
  if (reason instanceof TypeError) return texts.networkError
  if (typeof reason !== 'object' || reason === null || !('status' in reason)) return words.unknownReason
  if (reason.status === 0) return texts.networkError
  return reasonIn('text' in reason ? String(reason.text) : '') ?? words.unknownReason
}

/** Longest answer that can be a sentence for a person. */
const SENTENCE = 200

/** What an answer says, without its full stop: plain text or the title of a problem document, no markup. */
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
