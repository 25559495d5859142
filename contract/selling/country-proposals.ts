import { CURRENCIES } from '../values/currency-codes.ts'
import type { TaxClass, TaxRates } from './settings.ts'

/* What is usual in a country. The forms propose it, and the owner of the shop checks it. */

/** The member states of the European Union. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** The country for which there is a file for DATEV. Tax advisers in Austria use it, too, but with other accounts. */
export const DATEV_COUNTRY = 'DE'

/** The other states of the European Economic Area, whose consumers may withdraw, too. */
const OTHER_EEA = ['IS', 'LI', 'NO']

/**
 * The standard rate of value added tax or GST in hundredths of a percent and, only where it differs for certain, the
 * rate of roasted coffee. Checked on 23 November 2026. The United States have no such tax, but sales taxes of the states.
 *
 * Standard rates: for the EU, europa.eu/youreurope/business/taxation/vat/vat-rules-rates, and otherwise the tax
 * authorities (gov.uk, estv.admin.ch, skatteetaten.no, skatturinn.is, canada.ca, ato.gov.au, ird.govt.nz, nta.go.jp).
 * In Canada, some provinces add a tax of their own.
 *
 * Coffee: AT UStG Anlage 1 no. 10, AU GST Act Schedule 2 item 5, BE Arrêté royal no. 20 table A, CA Excise Tax Act
 * Schedule VI part III, CH MWSTG art. 25, DE UStG Anlage 2 no. 12, ES Ley 37/1992 art. 91, FI food from 2026, FR CGI art.
 * 278-0 bis, GB VAT Notice 701/14, IE VAT Consolidation Act 2010 Schedule 2, IS food, LU food, NL Tabel I, NO food, SE
 * prop. 2025/26:55 (food from April 2026 until the end of 2027).
 */
const RATES: Readonly<Record<string, readonly [standard: number, coffee?: number]>> = {
  AT: [2000, 1000],
  AU: [1000, 0],
  BE: [2100, 600],
  BG: [2000],
  CA: [500, 0],
  CH: [810, 260],
  CY: [1900],
  CZ: [2100],
  DE: [1900, 700],
  DK: [2500],
  EE: [2400],
  ES: [2100, 1000],
  FI: [2550, 1350],
  FR: [2000, 550],
  GB: [2000, 0],
  GR: [2400],
  HR: [2500],
  HU: [2700],
  IE: [2300, 0],
  IS: [2400, 1100],
  IT: [2200],
  JP: [1000],
  LI: [810, 260],
  LT: [2100],
  LU: [1700, 300],
  LV: [2100],
  MT: [1800],
  NL: [2100, 900],
  NO: [2500, 1500],
  NZ: [1500],
  PL: [2300],
  PT: [2300],
  RO: [2100],
  SE: [2500, 600],
  SI: [2200],
  SK: [2300],
}

/** The countries for which a tax rate is proposed. */
export const TAXED_COUNTRIES: readonly string[] = Object.keys(RATES)

/** The countries of each currency that several use. Bulgaria has had the euro since 2026. */
const SHARED: Readonly<Record<string, string>> = {
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA YT',
  USD: 'AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI',
  AUD: 'AU CC CX HM KI NF NR TV',
  CHF: 'CH LI',
  DKK: 'DK FO GL',
  GBP: 'GB GG GS IM JE',
  ILS: 'IL PS',
  MAD: 'EH MA',
  NOK: 'BV NO SJ',
  NZD: 'CK NU NZ PN TK',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
}

/** What is usual in a country. */
export type CountryProposal = {
  currency: string | null
  /** The rates of the country, or null if none is proposed. `reduced` is `standard` where no other is known. */
  tax: TaxRates | null
  /** The tax class that roasted coffee has with these rates. */
  coffee: TaxClass
  /** Whether consumers may withdraw from a contract within 14 days, as in the European Economic Area. */
  hasWithdrawal: boolean
}

/** Returns what is usual in a country. Nothing is proposed for one that is not known. */
export function proposalFor(country: string): CountryProposal {
  const [standard, coffee] = RATES[country] ?? []
  return {
    currency: usualCurrency(country),
    tax: standard === undefined ? null : { country, standard, reduced: coffee || standard },
    coffee: classOf(coffee),
    hasWithdrawal: EU_COUNTRIES.includes(country) || OTHER_EEA.includes(country),
  }
}

/** The code of a currency that one country uses begins with the code of that country. */
function usualCurrency(country: string): string | null {
  if (country === '') return null
  const [shared] =
    Object.entries(SHARED).find(([, countries]) => countries.split(' ').includes(country)) ?? []
  return shared ?? CURRENCIES.find((code) => code.startsWith(country)) ?? null
}

function classOf(coffee: number | undefined): TaxClass {
  if (coffee === undefined) return 'standard'
  return coffee === 0 ? 'zero' : 'reduced'
}
