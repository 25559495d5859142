import { useQuery } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { OptionField, TextField } from '#client/ui/fields.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { labels, words } from '../manage/texts.ts'
import type { ChoiceProps, FieldProps } from './form-fields.tsx'

export function BrandChoice({ state: { defaultValues }, field }: ChoiceProps) {
  const brands = useQuery(callQuery('GET /allCoffee'))
  return (
    <ChoiceField
      label={labels.brand}
      placeholder={words.selectBrand}
      list={brands}
      names={brands.data?.map(({ category_name }) => category_name)}
      initial={defaultValues?.brand}
      failed={words.brandsFailed}
      none={{ text: words.noBrands, next: words.add(words.brand), page: pages.addBrand }}
      {...field}
    />
  )
}

export function NewBrand({ field }: ChoiceProps) {
  return <TextField label={labels.brand} hint={words.newBrandHint} autoComplete="off" {...field} />
}

/** The name of the coffee, which is selected from the admin's own coffees. */
export function CoffeeChoice({ state: { defaultValues }, field }: ChoiceProps) {
  const email = useSession().user?.email ?? ''
  const coffees = useQuery(callQuery('GET /packetName', { query: { email } }))
  return (
    <ChoiceField
      label={labels.coffeeName}
      placeholder={words.selectCoffee}
      list={coffees}
      names={coffees.data?.map(({ name }) => name)}
      initial={defaultValues?.name}
      failed={words.coffeesFailed}
      none={{ text: words.noCoffees, next: words.add(words.coffee), page: pages.addCoffee }}
      {...field}
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
function ChoiceField({ list, names, initial, failed, none, placeholder, ...rest }: ChoiceFieldProps) {
  const options = [...new Set([...(names ?? []), ...(initial ? [initial] : [])])]
  const isEmpty = options.length === 0 && !list.isPending && !list.isLoadingError
  return (
    <div className="field">
      <OptionField
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
