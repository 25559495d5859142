/** The content of a mail without its recipient. `replyTo` is the address for replies. */
export type MailContent = { replyTo: string; subject: string; text: string }

/** Returns the mail to the shop's owner about a message from the contact form. */
export function contactMail(received: { name: string; email: string; message: string }): MailContent {
  const { name, email, message } = received
  return {
    replyTo: email,
    subject: `Message from ${oneLine(name)}`,
    text: `${name} <${email}> writes:\n\n${message}\n`,
  }
}

/** Replaces line breaks. In a subject, the text after a line break would count as another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
