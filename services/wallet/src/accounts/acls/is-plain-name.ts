/** No control, format or direction characters, and no period: it must not look like a URL. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} _'()&+-]{0,62}[\p{L}\p{N})])?$/u

/**
 * Whether the name is unambiguous: letters of one alphabet, in their usual form, and not only such as look like Latin
 * ones ("Ѕtripe", "ѕсоре"; Unicode TS 39, highly restrictive).
 */
export const isPlainName = (text: string): boolean =>
  NAME.test(text) &&
  text.normalize('NFKC') === text &&
  ALPHABETS.some((alphabet) => alphabet.test(text)) &&
  !LOOKS_LATIN.test(text)

/** East Asian texts mix these with Latin letters. */
const MIXED = [
  ['Han', 'Hiragana', 'Katakana', 'Latin'],
  ['Han', 'Bopomofo', 'Latin'],
  ['Han', 'Hangul', 'Latin'],
]
const SINGLE =
  'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar Sinhala Tamil Telugu Thai'

const ALPHABETS = [...MIXED, ...SINGLE.split(' ').map((script) => [script])].map(
  (scripts) =>
    new RegExp(`^[${['Common', 'Inherited', ...scripts].map((script) => `\\p{Script=${script}}`).join('')}]+$`, 'u'),
)

const CYRILLIC = 'асԁеһіјӏорԛѕԝхуъьАВСЕНІЈКМОРԚЅТԜХУҮ'
const GREEK = 'αγικνορτυωχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
/** Names without any letter are no disguise. */
const LOOKS_LATIN = new RegExp(`^(?=.*\\p{L})(?:[^\\p{L}]|[${CYRILLIC}${GREEK}])+$`, 'u')
