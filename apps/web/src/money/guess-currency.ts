import { isLocale } from '@satchel/page/visitor-language'

const BY_REGION: Readonly<Record<string, string>> = {
  GB: 'GBP',
  CH: 'CHF',
  CA: 'CAD',
  AU: 'AUD',
  JP: 'JPY',
  MX: 'MXN',
  BR: 'BRL',
  AE: 'AED',
  SA: 'SAR',
  PL: 'PLN',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  CZ: 'CZK',
}
const EURO = new Set(['de', 'es', 'fr', 'it', 'nl', 'pt', 'fi', 'el', 'sk', 'sl', 'et', 'lv', 'lt', 'ga', 'mt', 'hr'])

/** Default currency: that of the region of the browser's languages. */
export function guessCurrency(languages: readonly string[]): string {
  for (const each of languages.filter(isLocale)) {
    const { language, region } = new Intl.Locale(each).maximize()
    if (!each.includes('-') && language === 'en') continue
    if (region !== undefined && BY_REGION[region] !== undefined) return BY_REGION[region]
    if (EURO.has(language)) return 'EUR'
  }
  return 'USD'
}
