/** A locale that writes 0–9, whatever its region, or the CLDR of the browser, prefers (decision 0099). */
export const withLatinDigits = (locale: string): string =>
  new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
