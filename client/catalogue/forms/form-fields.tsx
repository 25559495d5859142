import type { UseFormRegisterReturn } from 'react-hook-form'
import { PageLink } from '#client/ui/page-link.tsx'
import { SelectField, TextField } from '#client/ui/fields.tsx'
import { MAX_STARS } from '#contract/values/limits.ts'
import { shopCurrency } from '#contract/values/currencies.ts'
import { exampleAmount } from '#contract/values/price-texts.ts'
import { labels, texts, words } from '../manage/texts.ts'

type FieldProps = UseFormRegisterReturn & { error: string | undefined }

/** A text field for a price in the currency of the shop. */
export function PriceField(props: FieldProps) {
  return (
    <TextField
      label={labels.price}
      hint={words.priceHint(shopCurrency(), exampleAmount(1250))}
      inputMode="decimal"
      autoComplete="off"
      {...props}
    />
  )
}

const RATTINGS = Array.from({ length: MAX_STARS }, (_, index) => String(index + 1))

/** A select box for a rating of one to five stars (specification section 5). */
export function RattingField(props: FieldProps) {
  return (
    <SelectField
      label={labels.ratting}
      hint={words.rattingHint}
      placeholder={texts.selectRatting}
      options={RATTINGS}
      {...props}
    />
  )
}

type ChoiceFieldProps = FieldProps & {
  label: string
  placeholder: string
  /** The state of the request that fetches the options, and a function that sends the request again. */
  list: { isPending: boolean; isLoadingError: boolean; refetch: () => unknown }
  /** The options that can be selected, or undefined while they are not loaded. */
  names: string[] | undefined
  /**
   * The value that was selected when the form was opened. The user can select it even if the loaded options do not
   * contain it.
   */
  initial: string | undefined
  failed: string
  /** Shown if there are no options: a text, and a link to the page where an option can be added. */
  none: { text: string; next: string; page: string }
}

/**
 * A select box whose options are names that are fetched from the server. If the request fails, a Retry button is
 * shown.
 */
export function ChoiceField({ list, names, initial, failed, none, placeholder, ...rest }: ChoiceFieldProps) {
  const options = [...new Set([...(names ?? []), ...(initial ? [initial] : [])])]
  const isEmpty = options.length === 0 && !list.isPending && !list.isLoadingError
  return (
    <div className="field">
      <SelectField
        {...rest}
        options={options}
        placeholder={list.isPending ? words.listLoading : placeholder}
      />
      {list.isLoadingError && (
        <p className="small" role="alert">
          {failed}{' '}
          <button type="button" className="link" onClick={() => void list.refetch()}>
            {words.retry}
          </button>
        </p>
      )}
      {isEmpty && (
        <p className="small">
          {none.text}{' '}
          <PageLink to={none.page} className="link">
            {none.next}
          </PageLink>
        </p>
      )}
    </div>
  )
}
