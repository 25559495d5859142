import type { UseFormRegisterReturn } from 'react-hook-form'
import { PageLink } from '#client/ui/page-link.tsx'
import { SelectField } from '#client/ui/fields.tsx'
import { words } from '../manage/texts.ts'

type ChoiceFieldProps = UseFormRegisterReturn & {
  label: string
  placeholder: string
  error: string | undefined
  /** How the list that is chosen from is doing. */
  list: { isPending: boolean; isLoadingError: boolean; refetch: () => unknown }
  names: string[] | undefined
  /** What the form started with: offered also when the list has it no more. */
  chosenBefore: string | undefined
  failed: string
  /** Where to go when there is nothing to choose from. */
  none: { text: string; next: string; page: string }
}

/** A name chosen from a list of the shop; says so when that list is missing or empty, and what to do. */
export function ChoiceField({
  list,
  names,
  chosenBefore,
  failed,
  none,
  placeholder,
  ...rest
}: ChoiceFieldProps) {
  const options = [...new Set([...(names ?? []), ...(chosenBefore ? [chosenBefore] : [])])]
  const isEmpty = options.length === 0 && !list.isPending && !list.isLoadingError
  return (
    <div className="choice-field">
      <SelectField
        {...rest}
        options={options}
        placeholder={list.isPending ? words.listLoading : placeholder}
      />
      {list.isLoadingError && (
        <p className="choice-note" role="alert">
          {failed}{' '}
          <button type="button" className="link" onClick={() => void list.refetch()}>
            {words.retry}
          </button>
        </p>
      )}
      {isEmpty && (
        <p className="choice-note">
          {none.text}{' '}
          <PageLink to={none.page} className="link">
            {none.next}
          </PageLink>
        </p>
      )}
    </div>
  )
}
