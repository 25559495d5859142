import type { UseFormRegisterReturn } from 'react-hook-form'
import { PageLink } from '#client/ui/page-link.tsx'
import { SelectField, TextField } from '#client/ui/fields.tsx'
import { MOST_STARS } from '#contract/values/limits.ts'
import { labels, texts, words } from '../manage/texts.ts'

type FieldProps = UseFormRegisterReturn & { error: string | undefined }

/** An amount in dollars, typed as text. */
export function PriceField(props: FieldProps) {
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

const RATTINGS = Array.from({ length: MOST_STARS }, (_, index) => String(index + 1))

/** One to five stars (specification section 5). */
export function RattingField(props: FieldProps) {
  return (
    <SelectField label={labels.ratting} placeholder={texts.selectRatting} options={RATTINGS} {...props} />
  )
}

type ChoiceFieldProps = FieldProps & {
  label: string
  placeholder: string
  /** The request for the options. */
  list: { isPending: boolean; isLoadingError: boolean; refetch: () => unknown }
  /** The options, once they are loaded. */
  names: string[] | undefined
  /** The value that the form was opened with. It is an option even if the list does not contain it. */
  initial: string | undefined
  failed: string
  /** Shown when there are no options: a link to the page that adds one. */
  none: { text: string; next: string; page: string }
}

/** A name selected from a list of the catalogue. Offers Retry if the list could not be loaded. */
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
