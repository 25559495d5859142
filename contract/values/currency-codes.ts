/**
 * The currencies that an owner can choose, as codes of ISO 4217. They are those in use whose amounts are decimal
 * numbers. Left out are MGA and MRU, whose smallest unit is a fifth, and UGX: Stripe's documentation lists it both as a
 * currency without decimals and as one that must be sent with two, so that a charge could be 100 times too low.
 */
export const CURRENCIES: readonly string[] = [
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF',
  'CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD',
  'HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD',
  'MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG',
  'QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY',
  'TTD TWD TZS UAH USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW',
].flatMap((line) => line.split(' '))
