import type { UseQueryResult } from '@tanstack/react-query'

/**
 * Returns the data of a query for a form that sends back the version of the data, or undefined until it was loaded for this
 * form. The cache may have an older version: a form with it would be refused, or replaced while the user types.
 */
export function freshData<D>(query: UseQueryResult<D>): D | undefined {
  return query.isFetchedAfterMount ? query.data : undefined
}
