/**
 * The path that `@emailjs/browser` posts the contact form to, relative to `/api`. The library appends it to an origin.
 * The request is a multipart form and the response is the text `OK`, so this is not a JSON call.
 */
export const SEND_FORM_PATH = '/v1.0/email/send-form'

/**
 * The EmailJS ids that the shop's own endpoint accepts. For the hosted EmailJS service, the settings have other ids.
 */
export const OWN_MAIL_IDS = { publicKey: 'crema', serviceId: 'crema', templateId: 'contact' }

/** The destination of the contact form: an origin, and the three ids of `@emailjs/browser`. */
export type MailSettings = { origin: string | null; publicKey: string; serviceId: string; templateId: string }
