import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '#client/ui/fields.tsx'
import { labels, words } from '../manage/texts.ts'

/** An amount in dollars, typed as text. */
export function PriceField(props: UseFormRegisterReturn & { error: string | undefined }) {
  return (
    <TextField
      label={labels.price}
      hint={words.priceHint}
      inputMode="decimal"
      autoComplete="off"
      {...props}
    />
  )
}
