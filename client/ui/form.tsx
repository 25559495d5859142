import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'className'>

/**
 * A form whose checks are ours. `method="post"` is for the case that a browser submits it by itself: nothing
 * typed, least of all a password, may ever stand in an address.
 */
export function Form(props: FormProps) {
  return <form {...props} method="post" noValidate className="form" />
}
