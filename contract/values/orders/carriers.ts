/**
 * The carriers of parcels, each with the address of its public page for a tracking number. With `own`, the shop enters a
 * link of any other carrier.
 */
export const carriers = {
  dhl: {
    name: 'DHL',
    page: (number: string) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${number}`,
  },
  dpd: { name: 'DPD', page: (number: string) => `https://tracking.dpd.de/status/en_US/parcel/${number}` },
  ups: { name: 'UPS', page: (number: string) => `https://www.ups.com/track?tracknum=${number}` },
  usps: {
    name: 'USPS',
    page: (number: string) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
  ctt: {
    name: 'CTT',
    page: (number: string) =>
      `https://appserver.ctt.pt/CustomerArea/PublicArea_Detail?ObjectCodeInput=${number}&SearchInput=${number}&IsFromPublicArea=true`,
  },
  correos: {
    name: 'Correos',
    page: (number: string) =>
      `https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=${number}`,
  },
} as const

export type Carrier = keyof typeof carriers

// cast: the keys of the table are its carriers
export const carrierCodes = [...(Object.keys(carriers) as Carrier[]), 'own'] as const

/** What the shop enters about a parcel: the carrier and its number, or a link. */
export type EnteredTracking = { carrier: Carrier | 'own'; code: string }

/** How a parcel is followed. `carrier` and `number` are null if only the link is known. */
export type ParcelTracking = { url: string; carrier: Carrier | null; number: string | null }

/** The maximum length of a tracking link, in characters. */
export const TRACKING_LENGTH = 500

/**
 * Returns how a parcel is followed, or null if what was entered is neither a link nor a number. A link is taken whatever
 * the carrier. Numbers are often written with spaces or hyphens, and in small letters.
 */
export function readTracking({ carrier, code }: EnteredTracking): ParcelTracking | null {
  const text = code.trim()
  if (/^https:\/\/[^\s\0]+$/i.test(text)) return { url: text, carrier: null, number: null }
  const number = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (carrier === 'own' || !/^(?=.*\d)[0-9A-Z]{6,40}$/.test(number)) return null
  return { url: carriers[carrier].page(number), carrier, number }
}

/** Returns the carrier and the number of a parcel as text, such as `DHL 00340434161094021501`, or null without them. */
export function trackingText({
  carrier,
  trackingNumber,
}: {
  carrier?: Carrier | null | undefined
  trackingNumber?: string | null | undefined
}): string | null {
  return carrier && trackingNumber ? `${carriers[carrier].name} ${trackingNumber}` : null
}
