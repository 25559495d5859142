import type { DateStyle } from '../../shop/profile.ts'
import { shopDates } from './shop-dates.ts'

/*
 * Dates as people read them. Every date on a page, in a mail or on a receipt is written by these functions, in the style
 * that the owner of the shop has chosen. Times are in UTC milliseconds.
 */

/** Returns a day in the shop's time zone: `2026-11-22`, `22 November 2026` or `November 22, 2026`. */
export function dayText(time: number): string {
  return dateText(shopDay(time))
}

/** Returns a date such as `2026-11-22` in the shop's style, as `dayText` does. The date has no time zone. */
export function dateText(date: string): string {
  const { dateStyle } = shopDates()
  if (dateStyle === 'iso') return date
  const year = date.slice(0, 4)
  return dateStyle === 'monthFirst' ? `${monthAndDay(date)}, ${year}` : `${monthAndDay(date)} ${year}`
}

/** Returns a time in the shop's time zone, with the zone: `22 November 2026, 09:05 UTC`. */
export function momentText(time: number): string {
  return `${dayText(time)}, ${exactClockText(time)}`
}

/** Returns a time for a table, in the time zone of the reader: `22/11/2026, 09:05`. */
export function shortMomentText(time: number): string {
  const { dateStyle } = shopDates()
  const day = formatter(LOCALES[dateStyle], NUMERIC).format(time)
  return `${day}, ${formatter('en-GB', MINUTES).format(time)}`
}

/** Returns a time with everything that is known about it, in the time zone of the reader. */
export function fullMomentText(time: number): string {
  return formatter(WORDS[shopDates().dateStyle], { dateStyle: 'full', timeStyle: 'long' }).format(time)
}

/**
 * Returns a date such as `2026-11-24` for a sentence: `Tuesday, 24 November` or `Tuesday, November 24`. ISO 8601 has no
 * form without a year, so that style writes the day first. The date has no time zone.
 */
export function weekdayText(date: string): string {
  return `${weekdayName(date)}, ${monthAndDay(date)}`
}

/** Returns the name of the weekday of a date such as `2026-11-24`. */
export function weekdayName(date: string): string {
  return WEEKDAYS[new Date(date).getUTCDay()] ?? ''
}

/**
 * Returns a time in the shop's time zone as it is said `at` another time: `10:00 today`, `10:00 tomorrow` or
 * `10:00 on Tuesday, 24 November`. The zone is named if the reader is in another one: `10:00 Lisbon time tomorrow`.
 */
export function untilText(time: number, { at, readerZone }: { at: number; readerZone: string }): string {
  const { timeZone } = shopDates()
  const date = dateIn(timeZone, time)
  const today = dateIn(timeZone, at)
  const relative = new Map([
    [today, 'today'],
    [addDays(today, 1), 'tomorrow'],
  ])
  const clock = readerZone === timeZone ? clockText(time) : zonedClockText(time)
  return `${clock} ${relative.get(date) ?? `on ${weekdayText(date)}`}`
}

/** Returns a time in the shop's time zone for a sentence that is read later: `10:00 Lisbon time on Tuesday, 24 November`. */
export function weekdayMomentText(time: number): string {
  return `${zonedClockText(time)} on ${weekdayText(shopDay(time))}`
}

/** Returns the time of day in the shop's time zone, such as `10:00`. */
function clockText(time: number): string {
  return localTime(shopDates().timeZone, time).slice('YYYY-MM-DDT'.length)
}

/** Returns the time of day with the time zone as people call it: `10:00 Lisbon time`, or `10:00 UTC` without a place. */
function zonedClockText(time: number): string {
  const place = zonePlace()
  return place === null ? exactClockText(time) : `${clockText(time)} ${place} time`
}

/** Returns the time of day with a zone that differs in summer, because one hour comes twice in autumn: `10:00 WET`. */
function exactClockText(time: number): string {
  const { timeZone } = shopDates()
  return formatter('en-GB', { ...MINUTES, timeZone, timeZoneName: 'short' }).format(time)
}

export const DAY_MS = 24 * 60 * 60_000

/** Returns the date so many days after a date such as `2026-11-24`. Where the clock changes, a day does not have 24 hours. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** Returns the date in a time zone, such as `2026-11-24`. */
export function dateIn(timeZone: string, time: number): string {
  return localTime(timeZone, time).slice(0, 'YYYY-MM-DD'.length)
}

/** Returns a time in a time zone, such as `2026-11-24T10:00`. */
function localTime(timeZone: string, time: number): string {
  const local = temporal()?.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone)
  if (local) return local.toPlainDateTime().toString({ smallestUnit: 'minute' })
  return formatter(LOCALES.iso, { ...NUMERIC, ...MINUTES, timeZone })
    .format(time)
    .replace(' ', 'T')
}

/** Returns the browser's time zone as an IANA name, such as `Europe/Lisbon`. */
export function ownTimeZone(): string {
  return temporal()?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * Returns `Temporal`, which older browsers do not have. The first `Intl.DateTimeFormat` of a page takes 25 ms, which is 100 ms on
 * a slow phone, and `Temporal` 1 ms.
 */
function temporal(): typeof Temporal | undefined {
  // cast: TypeScript's library says that every browser has `Temporal`.
  return (globalThis as { Temporal?: typeof Temporal }).Temporal
}

/** Returns the date in the shop's time zone, such as `2026-11-24`. */
export function shopDay(time: number): string {
  return dateIn(shopDates().timeZone, time)
}

/** Returns a date such as `2026-11-24` for the axis of a chart: `24 Nov` or `Nov 24`. */
export function axisDayText(date: string): string {
  return monthAndDay(date, 3)
}

/** Returns the months up to that of a time in the shop's time zone, such as `2026-11`, the latest first. */
export function lastMonths(time: number, count: number): string[] {
  const [year = 0, month = 1] = shopDay(time).split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - index)).toISOString().slice(0, 'YYYY-MM'.length),
  )
}

/** Returns the name of a month such as `2026-11`: `November 2026`. */
export function monthText(month: string): string {
  return formatter('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(month))
}

/** Returns the start of a day in the shop's time zone, for a sentence: `midnight UTC` or `midnight in Lisbon`. */
export function midnightText(): string {
  const place = zonePlace()
  return place === null ? `midnight ${shopDates().timeZone}` : `midnight in ${place}`
}

/** Returns the place after which the shop's time zone is named, or null for a zone such as `UTC` or `Etc/GMT+1`. */
function zonePlace(): string | null {
  const [, place] = /^(?!Etc\/).*\/([^/]+)$/.exec(shopDates().timeZone) ?? []
  return place?.replaceAll('_', ' ') ?? null
}

const NUMERIC = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const MINUTES = { hour: '2-digit', minute: '2-digit' } as const

/** The locale that writes a whole date in each style. The Swedish form of a date is that of ISO 8601. */
const LOCALES: Record<DateStyle, string> = { iso: 'sv-SE', dayFirst: 'en-GB', monthFirst: 'en-US' }

/** The locale that writes a time in words in each style. */
const WORDS: Record<DateStyle, string> = { ...LOCALES, iso: 'en-GB' }

/** Creating a formatter takes far longer than using it, and a table shows hundreds of dates. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formatters.get(key)
  if (known) return known
  const created = new Intl.DateTimeFormat(locale, options)
  formatters.set(key, created)
  return created
}

/*
 * The names are tables because the first `Intl.DateTimeFormat` of a page takes 25 ms, which is 100 ms on a slow phone.
 */
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
/** The names of the weekdays, from Sunday on. */
export const WEEKDAYS: readonly string[] = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(
  ' ',
)

/** Returns `22 November` or `November 22`, with at most so many letters of the month's name. */
function monthAndDay(date: string, letters?: number): string {
  const month = MONTHS[Number(date.slice(5, 7)) - 1]?.slice(0, letters)
  const day = Number(date.slice(8))
  return shopDates().dateStyle === 'monthFirst' ? `${month} ${day}` : `${day} ${month}`
}
