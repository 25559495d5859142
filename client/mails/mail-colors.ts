import { createContext } from 'react'
import { accentStyles } from '#contract/values/contrast.ts'

/** The colours of the buttons and of the shop's name in a mail, in the light and in the dark theme. */
export type MailColors = Record<'light' | 'dark', { accent: string; onAccent: string }>

const DESIGN: MailColors = {
  light: { accent: '#944a1b', onAccent: '#fff8ee' },
  dark: { accent: '#e5a063', onAccent: '#241307' },
}

/** Returns the colours of mails for the accent colour of the shop. If it is empty, they are those of the design. */
export function mailColors(accent: string): MailColors {
  const styles = accentStyles(accent)
  if (!styles) return DESIGN
  const colorsOf = (theme: keyof MailColors) => ({
    accent: styles[theme]['--color-primary'],
    onAccent: styles[theme]['--color-primary-content'],
  })
  return { light: colorsOf('light'), dark: colorsOf('dark') }
}

/** The colours of the mail that is being rendered. */
export const MailColorsContext = createContext(DESIGN)
