/**
 * The contact form goes out through `@emailjs/browser` (multipart form, answer `OK` as text), so this call is
 * no JSON call and stands beside the tables. Path relative to `/api`; the library appends it to its origin.
 */
export const SEND_FORM_PATH = '/v1.0/email/send-form'

/** The ids that reach the shop's own endpoint; the hosted service has others, given by settings. */
export const OWN_MAIL_IDS = { publicKey: 'crema', serviceId: 'crema', templateId: 'contact' }

/** Where the contact form is sent: an origin and the three ids of `@emailjs/browser`. */
export type MailSettings = { origin: string | null; publicKey: string; serviceId: string; templateId: string }
