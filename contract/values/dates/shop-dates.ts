import type { DateStyle } from '../../shop/profile.ts'

/** How the shop writes dates, and its time zone as an IANA name such as `Europe/Lisbon`. */
export type ShopDates = { dateStyle: DateStyle; timeZone: string }

let current: ShopDates = { dateStyle: 'iso', timeZone: 'UTC' }

/** Returns how the shop writes dates. Like the currency, this is a value of the process, because it serves one shop. */
export function shopDates(): ShopDates {
  return current
}

/**
 * Sets how the shop writes dates: on the server when the settings are read and before a page or a mail is rendered, and
 * in the browser when a page is loaded.
 */
export function setShopDates({ dateStyle, timeZone }: ShopDates): void {
  current = { dateStyle, timeZone }
}
