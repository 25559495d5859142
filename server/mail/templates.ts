/** The content of a mail, apart from its recipient. `replyTo` is the address that a reply is sent to. */
export type MailContent = { replyTo: string; subject: string; text: string }

/** Tells the shop's owner about a message from the contact form. */
export function contactMail(received: { name: string; email: string; message: string }): MailContent {
  const { name, email, message } = received
  return {
    replyTo: email,
    subject: `Message from ${oneLine(name)}`,
    text: `${name} <${email}> writes:\n\n${message}\n`,
  }
}

/** A line break in a subject would let the text after it pass for another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
