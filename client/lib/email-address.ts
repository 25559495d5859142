/** Whether a text can be an e-mail address at all; spaces around it are forgiven. Who owns it only a mail tells. */
export function looksLikeEmail(text: string): boolean {
  const address = text.trim()
  return address.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(address)
}
