/*
 * The columns of a "Buchungsstapel", format version 13, as in DATEV's sample files of 2024 for its description "DATEV-Format"
 * (developer.datev.de). The names in quotes are those of texts, which the file has in quotes.
 */

/** Returns the names of pairs of columns, such as `"Beleginfo - Art 1"` and `"Beleginfo - Inhalt 1"`. */
function pairs([art, inhalt]: [string, string], count: number): string[] {
  return Array.from({ length: count }, (_, at) => [`"${art} ${at + 1}"`, `"${inhalt} ${at + 1}"`]).flat()
}

const COLUMNS = [
  'Umsatz (ohne Soll/Haben-Kz)',
  '"Soll/Haben-Kennzeichen"',
  '"WKZ Umsatz"',
  'Kurs',
  'Basis-Umsatz',
  '"WKZ Basis-Umsatz"',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  '"BU-Schlüssel"',
  'Belegdatum',
  '"Belegfeld 1"',
  '"Belegfeld 2"',
  'Skonto',
  '"Buchungstext"',
  'Postensperre',
  '"Diverse Adressnummer"',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  '"Beleglink"',
  ...pairs(['Beleginfo - Art', 'Beleginfo - Inhalt'], 8),
  '"KOST1 - Kostenstelle"',
  '"KOST2 - Kostenstelle"',
  'Kost-Menge',
  '"EU-Land u. UStID (Bestimmung)"',
  'EU-Steuersatz (Bestimmung)',
  '"Abw. Versteuerungsart"',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  // The missing space is in DATEV's own files.
  ...pairs(['Zusatzinformation - Art', 'Zusatzinformation- Inhalt'], 20),
  'Stück',
  'Gewicht',
  'Zahlweise',
  '"Forderungsart"',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  '"Auftragsnummer"',
  '"Buchungstyp"',
  'USt-Schlüssel (Anzahlungen)',
  '"EU-Land (Anzahlungen)"',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  '"Herkunft-Kz"',
  '"Buchungs GUID"',
  'KOST-Datum',
  '"SEPA-Mandatsreferenz"',
  'Skontosperre',
  '"Gesellschaftername"',
  'Beteiligtennummer',
  '"Identifikationsnummer"',
  '"Zeichnernummer"',
  'Postensperre bis',
  '"Bezeichnung SoBil-Sachverhalt"',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  '"Generalumkehr (GU)"',
  'Steuersatz',
  '"Land"',
  '"Abrechnungsreferenz"',
  'BVV-Position',
  '"EU-Land u. UStID (Ursprung)"',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
]

/** The line with the names of the columns. */
export const HEADINGS = COLUMNS.map((name) => name.replaceAll('"', '')).join(';')

/** The columns that this shop fills. All others are empty. */
export type DatevCells = {
  'Umsatz (ohne Soll/Haben-Kz)': string
  'Soll/Haben-Kennzeichen': 'S' | 'H'
  'WKZ Umsatz': string
  'Konto': string
  'Gegenkonto (ohne BU-Schlüssel)': string
  'Belegdatum': string
  'Belegfeld 1': string
  'Buchungstext': string
  'EU-Land u. UStID (Bestimmung)'?: string
  'EU-Steuersatz (Bestimmung)'?: string
  'Festschreibung': string
}

/** Returns the line of a booking. */
export function datevLine(cells: DatevCells): string {
  const values = new Map<string, string>(Object.entries(cells))
  return COLUMNS.map((column) => {
    const name = column.replaceAll('"', '')
    const value = values.get(name) ?? ''
    return name === column ? value : `"${value.replaceAll('"', '""')}"`
  }).join(';')
}
