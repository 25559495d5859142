import type { ReactNode } from 'react'
import { useShop } from '#client/lib/page-state.ts'

/**
 * The opening hours of the shop, its postal address, its telephone number and its email address. What the owner has not
 * given is left out. `children` is a heading.
 */
export function ShopContact({ children }: { children?: ReactNode }) {
  const { contact, openingHours } = useShop()
  const { address, phone, email } = contact
  if (openingHours + address + phone + email === '') return null
  return (
    <div className="shop-contact">
      {children}
      {openingHours !== '' && <p>{openingHours}</p>}
      {address + phone + email !== '' && (
        <address>
          {address !== '' && <p>{address}</p>}
          {phone !== '' && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>}
          {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
        </address>
      )}
    </div>
  )
}
