/** An e-mail address that breaks after its @ where there is no room for it in one line. */
export function EmailText({ email }: { email: string }) {
  const domain = email.lastIndexOf('@') + 1
  return (
    <>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </>
  )
}
