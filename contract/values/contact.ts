/**
 * The path to which `@emailjs/browser` posts the contact form, relative to `/api`. The library adds the path to the
 * origin of its mail service. The request is a multipart form and the response is the text `OK`, so this is not a
 * JSON call.
 */
export const SEND_FORM_PATH = '/v1.0/email/send-form'

/**
 * The EmailJS ids that the shop's own endpoint for the contact form accepts. A shop that uses the hosted EmailJS
 * service has other ids in its settings.
 */
export const OWN_MAIL_IDS = { publicKey: 'crema', serviceId: 'crema', templateId: 'contact' }

/**
 * Where the browser sends the contact form: an origin, or null for the shop itself, and the three ids that
 * `@emailjs/browser` needs.
 */
export type MailSettings = { origin: string | null; publicKey: string; serviceId: string; templateId: string }
