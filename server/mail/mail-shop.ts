import { pages } from '#contract/pages.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import type { MailShop } from '#contract/values/mails.ts'

/** Returns what mails show of the shop. `publicUrl` is the origin of its URL. */
export function mailShop(
  publicUrl: string,
  { name, contact, legal, accent, dateStyle }: ShopProfile,
  { currency, timeZone }: SellingSettings,
): MailShop {
  const hasImprint = legal.imprint.trim() !== ''
  return {
    name,
    currency,
    accent,
    dateStyle,
    timeZone,
    address: contact.address.trim(),
    imprintUrl: hasImprint ? publicUrl + pages.imprint : null,
  }
}
