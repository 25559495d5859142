import type { ReactNode } from 'react'
import { MailButton } from './mail-layout.tsx'

/** A part of a mail, as plain text and as a React element. Both have the same content. */
export type Part = { text: string; element: ReactNode }

/** The content of a mail: a heading, the parts, and the last line (`foot`). */
export type Content = { title: string; foot: string; parts: Part[] }

export function paragraph(text: string): Part {
  return { text, element: <p>{text}</p> }
}

/** Returns a paragraph with several lines of text. */
export function lines(texts: string[]): Part {
  return {
    text: texts.join('\n'),
    element: (
      <p>
        {texts.map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at}>
            {at > 0 && <br />}
            {text}
          </span>
        ))}
      </p>
    ),
  }
}

export function button(label: string, href: string): Part {
  return { text: `${label}:\n${href}`, element: <MailButton href={href}>{label}</MailButton> }
}
