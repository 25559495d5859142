import { usePageState } from '#client/lib/page-state.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { OptionField } from '#client/ui/fields.tsx'
import { MAX_AT_ONCE } from '#contract/values/limits.ts'
import { words } from '../texts.ts'
import type { Grinding } from './use-grinds.ts'

/**
 * The select box for the grind. It takes up its space while the grinds are loading, and is left out if there are
 * none. A Retry button replaces it if the grinds could not be loaded.
 */
export function GrindField({ grinding }: { grinding: Grinding }) {
  const { options, grind = '', isUnknown, retry, choose } = grinding
  if (retry) return <GrindsFailed retry={retry} />
  if (options.length === 0 && !isUnknown) return null
  return (
    <div className="grind-field">
      <OptionField
        label={words.grind}
        options={options.map((option) => ({ value: option, text: option }))}
        value={grind}
        disabled={isUnknown}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </div>
  )
}

function GrindsFailed({ retry }: { retry: () => void }) {
  return (
    <p role="alert" className="grind-field">
      {words.grindsFailed}{' '}
      <button type="button" className="link" onClick={retry}>
        {words.retry}
      </button>
    </p>
  )
}

/** A placeholder for the select box, shown while the product is loading. */
export function GrindSkeleton() {
  if (usePageState().settings.demo) return null
  return (
    <div className="grind-field">
      <Skeleton className="h-19.5 max-w-sm" />
    </div>
  )
}

type CountFieldProps = {
  /** How many of the product are left in stock if only a few are, otherwise undefined. */
  left: number | undefined
  count: number
  onChange: (count: number) => void
}

/** The select box for how many of a product to add to the cart. It offers no more than are left in stock. */
export function CountField({ left = MAX_AT_ONCE, count, onChange }: CountFieldProps) {
  const counts = Array.from({ length: Math.min(left, MAX_AT_ONCE) }, (_, index) => String(index + 1))
  return (
    <div className="count-field">
      <OptionField
        label={words.count}
        options={counts.map((text) => ({ value: text, text }))}
        value={String(count)}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  )
}
