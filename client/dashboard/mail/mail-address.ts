/** The address of a mail to somebody; whatever stands in theirs, it adds no further receiver, subject or text. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
