import { usePageState } from '#client/lib/page-state.ts'
import { OptionField } from '#client/ui/option-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { MOST_AT_ONCE } from '#contract/values/limits.ts'
import { words } from '../texts.ts'
import './buy.css'
import type { Grinding } from './use-grinds.ts'

/**
 * The select box for the grind. It is disabled while the grinds are loading, and left out if the shop has no grinds.
 */
export function GrindField({ grinding: { options, grind = '', isLoading, choose } }: { grinding: Grinding }) {
  if (options.length === 0 && !isLoading) return null
  return (
    <div className="grind-field">
      <OptionField
        label={words.grind}
        options={options.map((option) => ({ value: option, text: option }))}
        value={grind}
        disabled={isLoading}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </div>
  )
}

/** A placeholder for the select box with the grinds, shown while the product is loading. */
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
export function CountField({ left = MOST_AT_ONCE, count, onChange }: CountFieldProps) {
  const counts = Array.from({ length: Math.min(left, MOST_AT_ONCE) }, (_, index) => String(index + 1))
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
